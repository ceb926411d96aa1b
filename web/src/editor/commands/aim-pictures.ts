import type { Editor, Hover } from '../editor.ts';
import type { ScreenPoint } from '../managers/camera.ts';
import { seenPartAt } from '../queries/picture-target.ts';

/** What would come of the pictures that are held over the view, if they were dropped now. */
export type DropAim =
  | { does: 'dress'; name: string }
  /** `locked` is the name of a thing that is in front and takes nothing. */
  | { does: 'stand'; count: number; locked?: string };

/**
 * What is held, and where: a point of the viewport, or null beside it. `alt` asks for no more than to stand there, which
 * is nothing for what only has a meaning on a surface.
 */
export type HeldPictures = { count: number; at: ScreenPoint | null; alt: boolean; canStand?: boolean };

/** Shows what would come of pictures if they were dropped at a point, and the thing that would take one. */
export function aimPictures(editor: Editor, { count, at, alt, canStand = true }: HeldPictures): void {
  const seen = at && count === 1 && !alt ? seenPartAt(editor, at) : null;
  const name = seen ? (editor.scene.node(seen.id)?.name ?? '') : '';
  const part = seen && !seen.isLocked ? seen : null;
  if (!part && !canStand) {
    endAim(editor);
    return;
  }
  const stand: DropAim = { does: 'stand', count, ...(seen?.isLocked && { locked: name }) };
  show(editor, part ? { does: 'dress', name } : stand);
  point(editor, part && { handle: null, node: part.id, ...(part.slot !== null && { slot: part.slot }) });
}

/** Nothing is held over the view any more. */
export function endAim(editor: Editor): void {
  if (editor.aim.get() !== null) {
    editor.aim.set(null);
    editor.hover.set(null);
  }
}

/** The browser tells many times a second where things are held; what stays the same is drawn once. */
function show({ aim }: Editor, next: DropAim): void {
  if (JSON.stringify(aim.get()) !== JSON.stringify(next)) {
    aim.set(next);
  }
}

function point({ hover }: Editor, next: Hover | null): void {
  const before = hover.get();
  if (before?.node !== next?.node || before?.slot !== next?.slot) {
    hover.set(next);
  }
}
