// SPDX-License-Identifier: MIT
// files.ts - files for whoever sits before the page, the board as an image among them.

/** save hands a file to the browser's downloads. */
export function save(name: string, type: string, content: string | Blob): void {
	const blob = typeof content === "string" ? new Blob([content], { type }) : content;
	const link = document.createElement("a");
	link.href = URL.createObjectURL(blob);
	link.download = name;
	link.click();
	URL.revokeObjectURL(link.href);
}

const STYLES = [
	"fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap", "stroke-linejoin",
	"stroke-dasharray", "opacity", "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline",
];
const WIDTH = 800;

/** boardSvg: the board as it is drawn, as a file that needs no style sheet. */
export function boardSvg(board: SVGSVGElement): string {
	const copy = board.cloneNode(true) as SVGSVGElement;
	const from = [board, ...board.querySelectorAll("*")];
	const to = [copy, ...copy.querySelectorAll("*")];
	from.forEach((element, i) => {
		const style = getComputedStyle(element);
		for (const name of STYLES) to[i]?.setAttribute(name, style.getPropertyValue(name));
		for (const name of ["class", "id", "tabindex", "role", "data-point"]) to[i]?.removeAttribute(name);
	});
	for (const element of copy.querySelectorAll('[aria-label]')) element.remove(); // points to click on
	const { width, height } = board.viewBox.baseVal;
	copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
	copy.setAttribute("width", `${WIDTH}`);
	copy.setAttribute("height", `${Math.round((WIDTH * height) / width)}`);
	return new XMLSerializer().serializeToString(copy);
}

/** boardPng: the same as pixels. */
export async function boardPng(svg: string): Promise<Blob> {
	const image = new Image();
	image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
	await image.decode();
	const canvas = document.createElement("canvas");
	canvas.width = image.naturalWidth;
	canvas.height = image.naturalHeight;
	canvas.getContext("2d")?.drawImage(image, 0, 0);
	return new Promise((resolve, reject) => {
		canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no image"))), "image/png");
	});
}
