import type { Easing } from '@diorama/shared/scene/interactions/interpolate.ts';
import type { Property } from '@gltf-transform/core';
import { BehaviourGraph, type Flag, type Operation, type Signature } from './behaviour-graph.ts';
import type { PropertyChange } from './field-changes.ts';

/** Maximum number of operations of a file. The action that would exceed it is left out, and all further ones. */
export const MAX_OPERATIONS = 20_000;
/** Number of operations that remain for the events of the last starter, and for the animation at the start. */
const EVENT_OPERATIONS = 10;

/** Control points of transitions, whose x are those of an even pace. */
const CURVES: Record<Easing, readonly [number, number]> = {
  linear: [1 / 3, 2 / 3],
  in: [0, 1 / 3],
  out: [2 / 3, 1],
  inOut: [0, 1],
};
export const AT_ONCE: Pace = { seconds: 0, easing: 'linear' };

/** Duration and easing of a transition. */
export type Pace = { seconds: number; easing: Easing };

/** Operations, flags and animated properties of a behaviour, counted against the limit of a file. */
export class BehaviourOperations {
  readonly graph = new BehaviourGraph();
  /** Properties that operations set, by their key. */
  readonly targets: Property[] = [];
  readonly #keys = new Map<Property, number>();
  /** Flags by name. */
  readonly flags = new Map<string, Flag>();
  #count = 0;

  /** Whether only the operations of events fit. */
  get isFull(): boolean {
    return this.#count >= MAX_OPERATIONS - EVENT_OPERATIONS;
  }

  /** Operations that set properties, as far as the file may have more. */
  setAll(changes: readonly PropertyChange[], end: 'from' | 'to', pace: Pace): Operation[] {
    const steps: Operation[] = [];
    for (const change of changes) {
      if (this.isFull) {
        break;
      }
      steps.push(this.set(change, change[end], pace));
    }
    return steps;
  }

  /** Sets a property at once, or moves it to the value. */
  set(
    { target, pointer, signature }: PropertyChange,
    value: PropertyChange['to'],
    { seconds, easing }: Pace,
  ): Operation {
    const configuration = { pointer: pointer.replace('@', this.token(target)), type: signature };
    const own = { value: numbers(signature, value) };
    if (seconds === 0 || signature === 'bool') {
      return this.make({ op: 'pointer/set', configuration, values: own });
    }
    const [p1, p2] = CURVES[easing];
    const values = {
      ...own,
      duration: numbers('float', [seconds]),
      p1: numbers('float2', [1 / 3, p1]),
      p2: numbers('float2', [2 / 3, p2]),
    };
    return this.make({ op: 'pointer/interpolate', configuration, values });
  }

  /** Chooses between two operations by a flag. */
  branch(flag: string, isOn: Operation, isOff: Operation): Operation {
    const configuration = { variable: this.flagOf(flag).index };
    const condition = { from: this.make({ op: 'variable/get', configuration }) };
    return this.make({ op: 'flow/branch', values: { condition }, flows: { true: isOn, false: isOff } });
  }

  /** Sets a flag. */
  raise(flag: string, value: boolean): Operation {
    const { index } = this.flagOf(flag);
    const values = { [index]: { type: 'bool', value: [value] } } as const;
    return this.make({ op: 'variable/set', configuration: { variables: index }, values });
  }

  /** Returns the flag of a name, and adds it at its first use. */
  flagOf(name: string, isRaised = false): Flag {
    const flag = this.flags.get(name) ?? this.graph.addFlag(isRaised);
    this.flags.set(name, flag);
    return flag;
  }

  /** Runs operations one after the other. */
  sequence(steps: readonly Operation[]): Operation {
    const [first] = steps;
    if (first && steps.length === 1) {
      return first;
    }
    // Flows run in the alphabetical order of their ids.
    const flows = steps.map((step, i) => [String(i).padStart(6, '0'), step]);
    return this.make({ op: 'flow/sequence', flows: Object.fromEntries(flows) });
  }

  /** Counts an operation. */
  make(operation: Operation): Operation {
    this.#count += 1;
    return operation;
  }

  /** Stands for the index of a property until the file is written. */
  token(target: Property): string {
    return `@${this.keyOf(target)}@`;
  }

  /** Index of a property among the targets. */
  keyOf(target: Property): number {
    const key = this.#keys.get(target) ?? this.targets.length;
    if (key === this.targets.length) {
      this.targets.push(target);
      this.#keys.set(target, key);
    }
    return key;
  }
}

/** A literal value of an operation. */
export function numbers(type: Signature, value: readonly (number | boolean)[]) {
  return { type, value };
}
