/* SPDX-License-Identifier: MIT
 * svg.c - see svg.h.
 *
 * Design     Text is centred by arithmetic and not by dominant-baseline, which half of the
 *            renderers do not know: digits and capitals of the usual sans-serif fonts are 0.72 of
 *            the size high, so their middle is 0.36 above the baseline.
 */
#include "clients/diagram/svg.h"

#include <math.h>
#include <stdlib.h>

static const double capitals_half = 0.36;

/* number writes a coordinate with at most two decimals, and no more than it needs. */
static void number(FILE *out, double value)
{
	long hundredths = lround(value * 100);

	if (hundredths < 0)
		fputc('-', out);
	hundredths = labs(hundredths);
	fprintf(out, "%ld", hundredths / 100);
	if (hundredths % 10 != 0)
		fprintf(out, ".%02ld", hundredths % 100);
	else if (hundredths % 100 != 0)
		fprintf(out, ".%ld", hundredths % 100 / 10);
}

static void attribute(FILE *out, const char *name, double value)
{
	fprintf(out, " %s=\"", name);
	number(out, value);
	fputc('"', out);
}

static void painted(FILE *out, paint_t paint)
{
	fprintf(out, " fill=\"%s\"", paint.fill != NULL ? paint.fill : "none");
	if (paint.stroke != NULL) {
		fprintf(out, " stroke=\"%s\"", paint.stroke);
		attribute(out, "stroke-width", paint.width);
	}
}

static void escaped(FILE *out, const char *text)
{
	for (; *text != '\0'; text++) {
		if (*text == '&')
			fputs("&amp;", out);
		else if (*text == '<')
			fputs("&lt;", out);
		else if (*text == '>')
			fputs("&gt;", out);
		else
			fputc(*text >= ' ' && *text <= '~' ? *text : '?', out);
	}
}

void svg_begin(FILE *out, double width, double height, const char *title)
{
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	      "<svg xmlns=\"http://www.w3.org/2000/svg\"",
	      out);
	attribute(out, "width", width);
	attribute(out, "height", height);
	fputs(" viewBox=\"0 0 ", out);
	number(out, width);
	fputc(' ', out);
	number(out, height);
	fputs("\" font-family=\"Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif\""
	      " stroke-linejoin=\"round\" stroke-linecap=\"round\">\n<title>",
	      out);
	escaped(out, title);
	fputs("</title>\n", out);
}

void svg_end(FILE *out)
{
	fputs("</svg>\n", out);
}

void svg_rect(FILE *out, point_t corner, double width, double height, double radius, paint_t paint)
{
	fputs("<rect", out);
	attribute(out, "x", corner.x);
	attribute(out, "y", corner.y);
	attribute(out, "width", width);
	attribute(out, "height", height);
	if (radius > 0)
		attribute(out, "rx", radius);
	painted(out, paint);
	fputs("/>\n", out);
}

void svg_circle(FILE *out, point_t centre, double radius, paint_t paint)
{
	fputs("<circle", out);
	attribute(out, "cx", centre.x);
	attribute(out, "cy", centre.y);
	attribute(out, "r", radius);
	painted(out, paint);
	fputs("/>\n", out);
}

void svg_line(FILE *out, point_t from, point_t to, const char *stroke, double width)
{
	fputs("<line", out);
	attribute(out, "x1", from.x);
	attribute(out, "y1", from.y);
	attribute(out, "x2", to.x);
	attribute(out, "y2", to.y);
	fprintf(out, " stroke=\"%s\"", stroke);
	attribute(out, "stroke-width", width);
	fputs("/>\n", out);
}

static void points(FILE *out, const char *name, const point_t *list, unsigned count, paint_t paint)
{
	fprintf(out, "<%s points=\"", name);
	for (unsigned i = 0; i < count; i++) {
		if (i > 0)
			fputc(' ', out);
		number(out, list[i].x);
		fputc(',', out);
		number(out, list[i].y);
	}
	fputc('"', out);
	painted(out, paint);
	fputs("/>\n", out);
}

void svg_polygon(FILE *out, const point_t *list, unsigned count, paint_t paint)
{
	points(out, "polygon", list, count, paint);
}

void svg_polyline(FILE *out, const point_t *list, unsigned count, paint_t paint)
{
	points(out, "polyline", list, count, paint);
}

void svg_path(FILE *out, const char *data, point_t corner, double size, double box, paint_t paint)
{
	paint.width *= box / size;
	fprintf(out, "<path d=\"%s\" transform=\"translate(", data);
	number(out, corner.x);
	fputc(' ', out);
	number(out, corner.y);
	fputs(") scale(", out);
	number(out, size / box);
	fputs(")\"", out);
	painted(out, paint);
	fputs("/>\n", out);
}

void svg_text(FILE *out, point_t at, const char *text, double size, const char *fill,
              anchor_t anchor)
{
	static const char *const anchors[] = {"middle", "start", "end"};

	fputs("<text", out);
	attribute(out, "x", at.x);
	attribute(out, "y", at.y + capitals_half * size);
	attribute(out, "font-size", size);
	fprintf(out, " text-anchor=\"%s\" fill=\"%s\">", anchors[anchor], fill);
	escaped(out, text);
	fputs("</text>\n", out);
}

void svg_group(FILE *out, double opacity)
{
	fputs("<g", out);
	attribute(out, "opacity", opacity);
	fputs(">\n", out);
}

void svg_group_end(FILE *out)
{
	fputs("</g>\n", out);
}
