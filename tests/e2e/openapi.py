# SPDX-License-Identifier: MIT
"""openapi.py - the description that tesuji-http gives of itself (/openapi.json): is it sound, and does what it
answers keep to it? Everything that the description does not name is a fault."""

import json
import re

from jsonschema import Draft202012Validator, RefResolver

PROBLEM = "application/problem+json"
METHODS = {"get", "post", "delete", "put", "patch"}


class Description:
    def __init__(self, document):
        self.document = document
        self.resolver = RefResolver("", document)
        self.paths = [(re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path)) + "$"), item)
                      for path, item in document["paths"].items()]

        self.validators, self.known = {}, set()

    def validate(self, schema, text):
        """A JSON text; one that was good is not looked at again."""
        key = (id(schema), text)
        if key not in self.known:
            if id(schema) not in self.validators:
                self.validators[id(schema)] = (Draft202012Validator(schema, resolver=self.resolver), schema)
            self.validators[id(schema)][0].validate(json.loads(text))
            self.known.add(key)

    def operation(self, method, path):
        """The operation of a request, or None: there is none."""
        path = path.partition("?")[0]
        for pattern, item in self.paths:
            if pattern.match(path):
                return item.get("get" if method == "HEAD" else method.lower())
        return None

    def response(self, method, path, status):
        """What the description says of an answer with that status."""
        operation = self.operation(method, path)
        if operation is None:
            assert 400 <= status < 500 or (method, status) == ("OPTIONS", 204), (method, path, status)
            return {"content": {PROBLEM: {"schema": {"$ref": "#/components/schemas/Error"}}}}
        told = operation["responses"]
        assert status >= 400 or str(status) in told, (method, path, status)
        return told.get(str(status), told["default"])

    def media(self, method, path, status, content_type):
        """The schema of an answer."""
        content = self.response(method, path, status).get("content", {})
        media = content_type.partition(";")[0]
        assert media in content, (method, path, status, media)
        return content[media]["schema"]

    def check(self, method, path, reply):
        """An answer that has come whole."""
        if reply.status == 204:
            self.response(method, path, 204)
            assert reply.body == b"" and reply.headers["Content-Type"] is None, (method, path)
            return
        schema = self.media(method, path, reply.status, reply.headers["Content-Type"])
        if method == "HEAD":
            return
        if "json" in reply.headers["Content-Type"]:
            values = reply.body.splitlines() if "ndjson" in reply.headers["Content-Type"] else [reply.body]
            for value in values:
                if value:
                    self.validate(schema, value)

    def sound(self):
        """Is the description itself what OpenAPI 3.1 wants, as far as it uses it?"""
        document = self.document
        assert re.match(r"3\.1\.\d+$", document["openapi"])
        assert set(document["info"]) >= {"title", "version"}
        names, refs = [], set(re.findall(r'"\$ref": "#/components/schemas/(\w+)"', json.dumps(document)))
        schemas = document["components"]["schemas"]
        assert refs <= set(schemas), refs - set(schemas)
        for schema in schemas.values():
            Draft202012Validator.check_schema(schema)
        for path, item in document["paths"].items():
            assert path.startswith("/") and set(item) <= METHODS, path
            for operation in item.values():
                names.append(operation["operationId"])
                assert operation["summary"] and "default" in operation["responses"], path
                assert any(status.startswith("2") for status in operation["responses"]), path
                told = [parameter["name"] for parameter in operation["parameters"] if parameter["in"] == "path"]
                assert told == re.findall(r"\{(\w+)\}", path), path
                keys = [(parameter["in"], parameter["name"]) for parameter in operation["parameters"]]
                assert len(keys) == len(set(keys)), (path, keys)
                for parameter in operation["parameters"]:
                    Draft202012Validator.check_schema(parameter["schema"])
                for status, response in operation["responses"].items():
                    assert re.match(r"[1-5]\d\d$|default$", status) and response["description"], path
                    assert status in ("204",) or response["content"], path
                    for media in response.get("content", {}).values():
                        Draft202012Validator.check_schema(media["schema"])
                for media in operation.get("requestBody", {}).get("content", {}).values():
                    Draft202012Validator.check_schema(media["schema"])
        assert len(names) == len(set(names)), names
