// SPDX-License-Identifier: MIT
// grounds.tsx - what lies under the stones: lines, hexagons or squares, and the names around them.
import type { Game, Spot } from "../games/game";
import { ROW_HEIGHT } from "../games/hex";

export interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}

const MARGIN = 1.02;
const HEX_RADIUS = 1 / Math.sqrt(3);
const HEX_SIDES = 6;
const LARGE = 13;
const SMALL = 7;

/** boxOf: the part of the plane that a board takes. */
export function boxOf(game: Game, rows: string): Box {
	const { columns, rows: lines } = game.size(rows);
	if (game.shape === "hexagons")
		return { x: -1.25, y: -1.2, width: columns + lines / 2 + 0.55, height: (lines - 1) * ROW_HEIGHT + 2.1 };
	if (game.shape === "squares") return { x: -0.82, y: -0.6, width: columns + 0.42, height: lines + 0.42 };
	return { x: -MARGIN - 0.2, y: -MARGIN + 0.2, width: columns - 1 + 2 * MARGIN, height: lines - 1 + 2 * MARGIN };
}

function hexagon(x: number, y: number, radius: number): string {
	return Array.from({ length: HEX_SIDES }, (_, i) => {
		const angle = (Math.PI / 3) * i + Math.PI / 6;
		return `${(x + radius * Math.cos(angle)).toFixed(3)},${(y + radius * Math.sin(angle)).toFixed(3)}`;
	}).join(" ");
}

/** Veil covers the points that do not matter: one outline, so that no seams show. */
export function Veil({ game, spots }: { game: Game; spots: readonly Spot[] }) {
	const cell = ({ x, y }: Spot): string =>
		game.shape === "hexagons" ? `M${hexagon(x, y, HEX_RADIUS)}Z` : `M${x - 0.5} ${y - 0.5}h1v1h-1z`;
	return <path class="veil" d={spots.map(cell).join("")} />;
}

/** Cell: the outline of a point's own part of the board. */
export function Cell({ game, spot, kind }: { game: Game; spot: Spot; kind: string }) {
	if (game.shape === "hexagons") return <polygon class={kind} points={hexagon(spot.x, spot.y, HEX_RADIUS)} />;
	return <rect class={kind} x={spot.x - 0.5} y={spot.y - 0.5} width={1} height={1} />;
}

/** The columns and rows of star points. */
function stars(columns: number, lines: number): [number, number][] {
	if (columns !== lines || columns < SMALL) return [];
	const edge = columns >= LARGE ? 3 : 2;
	const middle = columns % 2 === 1 ? (columns - 1) / 2 : null;
	const far = columns - 1 - edge;
	const found: [number, number][] = [[edge, edge], [far, edge], [edge, far], [far, far]];
	if (middle !== null) found.push([middle, middle]);
	if (middle !== null && columns > LARGE) found.push([middle, edge], [middle, far], [edge, middle], [far, middle]);
	return found;
}

function Lines({ game, rows }: { game: Game; rows: string }) {
	const { columns, rows: lines } = game.size(rows);
	const vertical = Array.from({ length: columns }, (_, x) => `M${x} 0V${lines - 1}`).join("");
	const horizontal = Array.from({ length: lines }, (_, y) => `M0 ${y}H${columns - 1}`).join("");
	return (
		<g>
			<path class="grid" d={vertical + horizontal} />
			<path class="grid edge" d={`M0 0H${columns - 1}V${lines - 1}H0Z`} />
			{stars(columns, lines).map(([x, y]) => <circle class="star" key={`${x},${y}`} cx={x} cy={y} r={0.09} />)}
		</g>
	);
}

function Hexagons({ game, rows }: { game: Game; rows: string }) {
	const { columns, rows: lines } = game.size(rows);
	const corner = (column: number, row: number, angle: number): string => {
		const x = column + row / 2 + HEX_RADIUS * Math.cos(angle);
		const y = row * ROW_HEIGHT + HEX_RADIUS * Math.sin(angle);
		return `${x.toFixed(3)} ${y.toFixed(3)}`;
	};
	const sixth = Math.PI / 3;
	const along = (count: number, at: (i: number) => string[]): string =>
		`M${Array.from({ length: count }, (_, i) => at(i)).flat().join("L")}`;
	const top = along(columns, (i) => [corner(i, 0, -2.5 * sixth), corner(i, 0, -1.5 * sixth), corner(i, 0, -0.5 * sixth)]);
	const bottom = along(columns, (i) =>
		[corner(i, lines - 1, 2.5 * sixth), corner(i, lines - 1, 1.5 * sixth), corner(i, lines - 1, 0.5 * sixth)]);
	const left = along(lines, (i) => [corner(0, i, -2.5 * sixth), corner(0, i, 2.5 * sixth), corner(0, i, 1.5 * sixth)]);
	const right = along(lines, (i) =>
		[corner(columns - 1, i, -1.5 * sixth), corner(columns - 1, i, -0.5 * sixth), corner(columns - 1, i, 0.5 * sixth)]);
	return (
		<g>
			<path class="border black" d={top} />
			<path class="border black" d={bottom} />
			<path class="border white" d={left} />
			<path class="border white" d={right} />
			{game.spots(rows).map((spot) => <Cell key={spot.point} game={game} spot={spot} kind="hexagon" />)}
		</g>
	);
}

function Squares({ game, rows }: { game: Game; rows: string }) {
	return (
		<g>
			{game.spots(rows).map((spot) => (
				<Cell key={spot.point} game={game} spot={spot} kind={(spot.column + spot.row) % 2 === 0 ? "square light" : "square dark"} />
			))}
		</g>
	);
}

function Names({ game, rows }: { game: Game; rows: string }) {
	const { columns, rows: lines } = game.size(rows);
	const spots = game.spots(rows);
	const below = spots.filter((spot) => spot.row === lines - 1).map((spot) => {
		const y = game.shape === "hexagons" ? -0.82 : lines - 1 + (game.shape === "squares" ? 0.65 : 0.78);
		const x = game.shape === "hexagons" ? spot.column - 0.28 : spot.x;
		return <text class="name" key={`c${spot.column}`} x={x} y={y}>{spot.point.replace(/\d+/, "")}</text>;
	});
	const beside = spots.filter((spot) => spot.column === 0).map((spot) => {
		const x = game.shape === "hexagons" ? spot.x - 0.88 : game.shape === "squares" ? -0.68 : -0.82;
		return <text class="name" key={`r${spot.row}`} x={x} y={spot.y}>{spot.point.replace(/\D+/, "")}</text>;
	});
	return <g aria-hidden="true" class={columns > LARGE ? "names small" : "names"}>{below}{beside}</g>;
}

export function Ground({ game, rows }: { game: Game; rows: string }) {
	const box = boxOf(game, rows);
	const Under = game.shape === "lines" ? Lines : game.shape === "hexagons" ? Hexagons : Squares;
	return (
		<g aria-hidden="true">
			<rect class={`wood ${game.shape}`} x={box.x} y={box.y} width={box.width} height={box.height} rx={0.16} />
			<Under game={game} rows={rows} />
			<Names game={game} rows={rows} />
		</g>
	);
}
