import { sourceIdOf } from '@diorama/shared/scene/copies/generated-id.ts';
import { resolveFieldPath } from '@diorama/shared/scene/copies/resolve-references.ts';
import type { InteractionAction, SceneDocument, Timeline } from '@diorama/shared/scene/document.ts';
import type { FieldValues } from '@diorama/shared/scene/field-values.ts';
import { stillTime, timeOf, tracksOf, trackValues } from '@diorama/shared/scene/interactions/timelines.ts';
import { ownMember } from '@diorama/shared/scene/json.ts';
import { rowsInOrder } from '@diorama/shared/scene/rows-in-order.ts';

type Mode = Extract<InteractionAction, { kind: 'timeline' }>['mode'];

/**
 * Timelines that play, or that have ended and keep their last values until they are stopped. Times are seconds of any one
 * clock. Ids may be beside nodes (`resolveSetId`).
 */
export class RunningTimelines {
  /** Start of each timeline; later ones override earlier ones. */
  readonly #starts = new Map<string, number>();
  /** Timelines that have started by themselves. */
  readonly #begun = new Set<string>();

  /** Starts the timelines that play by themselves and have not done so yet. */
  begin({ timelines }: SceneDocument, now: number): void {
    for (const { id, plays } of rowsInOrder(timelines)) {
      if (plays && !this.#begun.has(id)) {
        this.#begun.add(id);
        this.#starts.set(id, now);
      }
    }
  }

  /** Plays a timeline from its start, or stops it, which takes its values away. One that plays goes on. */
  switch({ timelines }: SceneDocument, { id, mode }: { id: string; mode: Mode }, now: number): void {
    const timeline = ownMember(timelines, sourceIdOf(id));
    const start = this.#starts.get(id);
    if (mode === 'off' || (mode === 'toggle' && start !== undefined)) {
      this.#starts.delete(id);
    } else if (timeline && (start === undefined || !isChanging(timeline, now - start))) {
      this.#starts.delete(id);
      this.#starts.set(id, now);
    }
  }

  /**
   * The values at a time. With reduced motion a loop shows its start, and any other timeline its end.
   * @param shown - the document with generated nodes; the document itself by default
   */
  valuesAt(
    document: SceneDocument,
    now: number,
    {
      isReduced = false,
      shown = document,
    }: { isReduced?: boolean; shown?: Pick<SceneDocument, 'nodes'> } = {},
  ): FieldValues {
    return Object.assign(
      {},
      ...[...this.#starts].map(([id, start]) => {
        const timeline = ownMember(document.timelines, sourceIdOf(id));
        const tracks = timeline ? tracksOf(document, sourceIdOf(id)) : [];
        const placed = tracks.flatMap(({ path, keys }) => {
          const near = resolveFieldPath(shown, id, path);
          return near === null ? [] : [{ path: near, keys }];
        });
        const seconds = timeline && (isReduced ? stillTime(timeline) : timeOf(timeline, now - start));
        return trackValues(document, placed, seconds ?? 0);
      }),
    );
  }

  /** Whether some value still changes after a time. */
  isMoving({ timelines }: SceneDocument, now: number): boolean {
    return [...this.#starts].some(([id, start]) => {
      const timeline = ownMember(timelines, sourceIdOf(id));
      return timeline !== undefined && isChanging(timeline, now - start);
    });
  }
}

function isChanging({ loop, duration }: Timeline, seconds: number): boolean {
  return loop || seconds < duration;
}
