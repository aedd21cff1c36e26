// SPDX-License-Identifier: MIT
// nothing.js - in the place of modules that a browser does not have (build.mjs).
export default {};
