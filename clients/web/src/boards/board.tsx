// SPDX-License-Identifier: MIT
// board.tsx - the board of every game, as one drawing in SVG.
//
// Why our own    Shudan draws HTML: its boards cannot be saved as an image, and its points have no names for
//                screen readers and no focus; it knows no hexagons. Boards for chess draw their own
//                document and know no veil over what does not matter, and no second layer of translucent
//                pieces. One drawing for five games has these once, and is what is exported.
// Interface      A board gets a game, a scene (scene.ts) and two functions: a point was clicked, something was
//                dragged from point to point. What they mean is not known here.
import type { JSX, TargetedPointerEvent } from "preact";
import { colourOf, type Game, type Spot, type Stone } from "../games/game";
import { Kept } from "../view/kept";
import { boxOf, Cell, Ground, Veil } from "./grounds";
import { PIECES } from "./pieces";
import type { Arrow, Ghost, Mark, Scene } from "./scene";

export interface BoardProps {
	game: Game;
	scene: Scene;
	/** All that the board depends on but for the ghosts, which come and go with each report. */
	still: readonly unknown[];
	label: string;
	/** What a point is called, with all that is on it. */
	nameOf(point: string, stone: Stone, marks: readonly Mark[]): string;
	/** A sentence about what stands on a point, shown when the pointer rests there; null: there is none. */
	hint(point: string): string | null;
	onPoint(point: string): void;
	onDrag(from: string, to: string, isRegion: boolean): void;
}

const STONE = 0.47;
const HEX_STONE = 0.42;
const PIECE = 1.08;
const BOX = 100;

function radius(game: Game): number {
	return game.shape === "hexagons" ? HEX_STONE : STONE;
}

export function Piece({ stone, x, y, kind }: { stone: Stone; x: number; y: number; kind: string }) {
	const piece = PIECES[stone.toUpperCase()];
	if (!piece) return null;
	return (
		<g
			class={`piece ${colourOf(stone) ?? ""} ${kind}`}
			transform={`translate(${x - PIECE / 2} ${y - PIECE / 2}) scale(${PIECE / BOX})`}
		>
			<path class="body" d={piece.body} />
			{piece.details && <path class="details" d={piece.details} />}
		</g>
	);
}

function Standing({ game, stone, spot, kind }: { game: Game; stone: Stone; spot: Spot; kind: string }) {
	if (game.shape === "squares") return <Piece stone={stone} x={spot.x} y={spot.y} kind={kind} />;
	return <circle class={`stone ${stone} ${kind}`} cx={spot.x} cy={spot.y} r={radius(game)} />;
}

function Label({ spot, text, kind }: { spot: Spot; text: string; kind: string }) {
	return <text class={`label ${kind} ${text.length > 1 ? "long" : ""}`} x={spot.x} y={spot.y}>{text}</text>;
}

/** The sign of a mark: each kind has a shape of its own, not only a colour. */
function Sign({ game, mark, spot, on }: { game: Game; mark: Mark; spot: Spot; on: Stone }) {
	const { x, y } = spot;
	const kind = `mark ${mark.kind} on-${colourOf(on) ?? "empty"}`;
	switch (mark.kind) {
		case "region": case "last":
			if (mark.kind === "region" || game.shape === "squares") return <Cell game={game} spot={spot} kind={kind} />;
			return <circle class={kind} cx={x} cy={y} r={radius(game) + 0.02} />;
		case "target":
			return <circle class={kind} cx={x} cy={y} r={0.25} />;
		case "chosen":
			return game.shape === "squares" ? <Cell game={game} spot={spot} kind={kind} />
				: <circle class={kind} cx={x} cy={y} r={radius(game) - 0.05} />;
		case "answer":
			return <circle class={kind} cx={x} cy={y} r={0.3} />;
		case "try":
			return <circle class={kind} cx={x} cy={y} r={0.12} />;
		case "works":
			return <path class={kind} d={`M${x - 0.22} ${y + 0.02}l.15 .17l.3 -.38`} />;
		case "fails": case "captured":
			return <path class={kind} d={`M${x - 0.19} ${y - 0.19}l.38 .38m0 -.38l-.38 .38`} />;
		case "saved":
			return <path class={kind} d={`M${x} ${y - 0.25}l.23 .4h-.46z`} />;
		case "ko":
			return <rect class={kind} x={x - 0.19} y={y - 0.19} width={0.38} height={0.38} />;
		case "open": case "undecided":
			return <Label spot={spot} text="?" kind={kind} />;
		case "vital": case "cut":
			return (
				<g class={kind}>
					<circle cx={x} cy={y} r={0.34} />
					<Label spot={spot} text={mark.text ?? ""} kind="" />
				</g>
			);
	}
}

function Pointer({ arrow, at }: { arrow: Arrow; at: ReadonlyMap<string, Spot> }) {
	const [from, to] = [at.get(arrow.from), at.get(arrow.to)];
	if (!from || !to) return null;
	const length = Math.hypot(to.x - from.x, to.y - from.y);
	const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
	const [ex, ey] = [to.x - dx * 0.3, to.y - dy * 0.3];
	const head = `M${to.x} ${to.y}L${ex - dy * 0.2} ${ey + dx * 0.2}L${ex + dy * 0.2} ${ey - dx * 0.2}Z`;
	return (
		<g class={`arrow ${arrow.kind}`}>
			<path class="shaft" d={`M${from.x + dx * 0.2} ${from.y + dy * 0.2}L${ex} ${ey}`} />
			<path class="head" d={head} />
		</g>
	);
}

function Translucent({ game, ghost, spot, at }: { game: Game; ghost: Ghost; spot: Spot; at: ReadonlyMap<string, Spot> }) {
	return (
		<g class="ghost">
			<Standing game={game} stone={ghost.stone} spot={spot} kind="" />
			{ghost.from
				? <Pointer arrow={{ from: ghost.from, to: ghost.point, kind: "line" }} at={at} />
				: <Label spot={spot} text={`${ghost.number}`} kind={`on-${colourOf(ghost.stone) ?? "empty"}`} />}
		</g>
	);
}

/** pointAt: the point under the pointer. */
function pointAt(event: { clientX: number; clientY: number }): string | null {
	const element = document.elementFromPoint(event.clientX, event.clientY);
	return element?.closest("[data-point]")?.getAttribute("data-point") ?? null;
}

const STEPS: Record<string, [number, number]> = {
	ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

/** moveFocus goes to the point beside the one that has the focus. */
function moveFocus(event: KeyboardEvent, spot: Spot, all: readonly Spot[]): void {
	const step = STEPS[event.key];
	if (!step) return;
	const next = all.find((s) => s.column === spot.column + step[0] && s.row === spot.row + step[1]);
	const board = (event.currentTarget as Element).closest("svg");
	event.preventDefault();
	event.stopPropagation();
	if (next) board?.querySelector<SVGElement>(`[data-point="${next.point}"]`)?.focus();
}

/** leaveFocus: who clicks has no focus on a point, so that arrow keys go on stepping through the line. */
function leaveFocus(event: Event): void {
	event.preventDefault();
	if (document.activeElement instanceof HTMLElement || document.activeElement instanceof SVGElement) document.activeElement.blur();
}

/** Where a drag has begun. There is one pointer that drags at a time. */
let dragged: string | null = null;

function Points(props: BoardProps & { spots: readonly Spot[] }) {
	const { game, scene, spots } = props;
	const marks = new Map<string, Mark[]>();
	for (const mark of scene.marks) marks.set(mark.point, [...(marks.get(mark.point) ?? []), mark]);
	const up = (event: TargetedPointerEvent<SVGGElement>): void => {
		const [from, to] = [dragged, pointAt(event)];
		dragged = null;
		if (from && to && from === to) props.onPoint(to);
		else if (from && to) props.onDrag(from, to, event.shiftKey);
	};
	return (
		<g onPointerUp={up}>
			{spots.map((spot, i) => {
				const on = marks.get(spot.point) ?? [];
				const stone = game.stone(scene.rows, spot.point);
				return (
					<g
						key={spot.point} class="point" role="button" data-point={spot.point}
						tabindex={i === Math.floor(spots.length / 2) ? 0 : -1}
						aria-label={props.nameOf(spot.point, stone, on)}
						onPointerDown={(event) => {
							dragged = spot.point;
							if (event.currentTarget.hasPointerCapture(event.pointerId))
								event.currentTarget.releasePointerCapture(event.pointerId);
						}}
						onMouseDown={leaveFocus}
						onKeyDown={(event) => {
							moveFocus(event, spot, spots);
							if (event.key !== "Enter" && event.key !== " ") return;
							event.preventDefault();
							event.stopPropagation();
							props.onPoint(spot.point);
						}}
					>
						<Cell game={game} spot={spot} kind="target-area" />
						{stone !== "" && props.hint(spot.point) && <title>{props.hint(spot.point)}</title>}
					</g>
				);
			})}
		</g>
	);
}

/** What stands on the board, with its marks; not the ghosts. */
function Standings({ game, scene, spots }: { game: Game; scene: Scene; spots: readonly Spot[] }) {
	const at = new Map(spots.map((spot) => [spot.point, spot]));
	const standing = spots.filter((spot) => game.stone(scene.rows, spot.point) !== "");
	const under = scene.marks.filter((mark) => mark.kind === "region" || (mark.kind === "last" && game.shape === "squares"));
	const over = scene.marks.filter((mark) => !under.includes(mark));
	const sign = (mark: Mark, i: number): JSX.Element | null => {
		const spot = at.get(mark.point);
		if (!spot) return null;
		const on = game.stone(scene.rows, mark.point);
		return <Sign key={`${mark.kind}${mark.point}${i}`} game={game} mark={mark} spot={spot} on={on} />;
	};
	return (
		<g aria-hidden="true">
			{under.map(sign)}
			{standing.map((spot) => (
				<Standing key={spot.point} game={game} stone={game.stone(scene.rows, spot.point)} spot={spot} kind="" />
			))}
			{scene.zone && <Veil game={game} spots={spots.filter((spot) => !scene.zone?.has(spot.point))} />}
			{Object.entries(scene.numbers).map(([point, text]) => {
				const spot = at.get(point);
				const stone = colourOf(game.stone(scene.rows, point)) ?? "empty";
				return spot && <Label key={point} spot={spot} text={text} kind={`on-${stone}`} />;
			})}
			{over.map(sign)}
			{scene.arrows.map((arrow) => <Pointer key={`${arrow.from}${arrow.to}`} arrow={arrow} at={at} />)}
		</g>
	);
}

export function Board(props: BoardProps) {
	const { game, scene, still } = props;
	const box = boxOf(game, scene.rows);
	const spots = game.spots(scene.rows);
	const at = new Map(spots.map((spot) => [spot.point, spot]));
	return (
		<svg
			class={`board ${game.shape}`} id="board" viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
			role="group" aria-label={props.label}
		>
			<Kept by={still} draw={() => <Ground game={game} rows={scene.rows} />} />
			<Kept by={still} draw={() => <Standings game={game} scene={scene} spots={spots} />} />
			<g aria-hidden="true">
				{scene.ghosts.map((ghost) => {
					const spot = at.get(ghost.point);
					return spot && <Translucent key={ghost.point} game={game} ghost={ghost} spot={spot} at={at} />;
				})}
			</g>
			<Kept by={still} draw={() => <Points {...props} spots={spots} />} />
		</svg>
	);
}
