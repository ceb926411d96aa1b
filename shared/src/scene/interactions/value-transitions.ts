import type { SceneDocument } from '../document.ts';
import { type FieldValues, valueIn } from '../field-values.ts';
import { isSameJson } from '../json.ts';
import { type Easing, ease, interpolate } from './interpolate.ts';

/** Duration of a transition in seconds, and its curve. */
export type Pace = { seconds: number; easing: Easing };

/** Transition of one field; `to` undefined is the value of the document itself. */
type FieldTransition = Pace & { from: unknown; to: unknown; start: number };

/** Takes fields of a document to other values and back, each at its own pace. Times are seconds of any one clock. */
export class ValueTransitions {
  readonly #fields = new Map<string, FieldTransition>();

  /** Starts towards exactly these values; fields that are on their way to the same value go on as they do. */
  go(document: SceneDocument, target: FieldValues, pace: Pace, now: number): void {
    for (const path of new Set([...this.#fields.keys(), ...Object.keys(target)])) {
      const to = target[path];
      const current = this.#fields.get(path);
      if (!current || !isSameJson(current.to, to)) {
        const from = current ? valueNow(document, path, current, now) : valueIn(document, path);
        this.#fields.set(path, { ...pace, from, to, start: now });
      }
    }
  }

  /** The values at a time, to be shown over the document. */
  valuesAt(document: SceneDocument, now: number): FieldValues {
    const values: Record<string, unknown> = {};
    for (const [path, field] of this.#fields) {
      if (field.to === undefined && shareOf(field, now) >= 1) {
        this.#fields.delete(path);
      } else {
        values[path] = valueNow(document, path, field, now);
      }
    }
    return values;
  }

  /** Whether some value still changes after a time. */
  isMoving(now: number): boolean {
    return [...this.#fields.values()].some((field) => shareOf(field, now) < 1);
  }
}

function shareOf({ start, seconds }: FieldTransition, now: number): number {
  return seconds > 0 ? (now - start) / seconds : 1;
}

function valueNow(document: SceneDocument, path: string, field: FieldTransition, now: number): unknown {
  const to = field.to === undefined ? valueIn(document, path) : field.to;
  return interpolate(path, field.from, to, ease(shareOf(field, now), field.easing));
}
