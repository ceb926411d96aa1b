import { MAX_FIELD_VALUES } from '@diorama/shared/scene/defaults.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { type FieldValues, withValues } from '@diorama/shared/scene/field-values.ts';
import { fitsField } from '@diorama/shared/scene/fits-field.ts';
import { tracksOf, trackValues } from '@diorama/shared/scene/interactions/timelines.ts';
import { ownMember } from '@diorama/shared/scene/json.ts';
import { LiveDocument } from '@diorama/shared/scene/live-document.ts';
import { chosenIn, optionsOf, settleChoices } from '@diorama/shared/scene/options/options.ts';
import type { SceneChange } from '@diorama/shared/scene/scene-change.ts';
import { applyChange, putField, sceneRoots, toYDoc } from '@diorama/shared/scene/ydoc.ts';
import { fieldOf, tableFields } from '@diorama/shared/scene/ydoc-fields.ts';
import { type ReadonlySignal, signal } from '@preact/signals-core';
import * as Y from 'yjs';
import { captureValues } from '../kernels/capture-values.ts';
import { Manager } from './manager.ts';
import type { SceneManager } from './scene.ts';
import type { UiManager } from './ui.ts';

/** A row with a set of field values: a choice of an option, a state, or a key of a timeline. */
export type ValueTarget = { table: 'choices' | 'states' | 'keys'; id: string };

/** The scene with a recorded set, which commands edit in place of the stored one. */
type Draft = {
  target: ValueTarget;
  ydoc: Y.Doc;
  live: LiveDocument;
  isEditing: boolean;
  /** Changes of the last edit, of which the set may ignore some, such as the removal of a hidden node. */
  unsettled: SceneChange | null;
};

/**
 * Records edits as a set of field values, such as a choice of an option. During a recording the scene is shown
 * with the set, commands edit a draft, and each edit becomes values of the set in the stored document.
 */
export class RecordingManager extends Manager {
  readonly #target = signal<ValueTarget | null>(null);
  /** The recorded row; null while nothing is recorded. */
  readonly target: ReadonlySignal<ValueTarget | null> = this.#target;
  readonly #shared: Y.Doc;
  readonly #scene: SceneManager;
  readonly #ui: Pick<UiManager, 'notify'>;
  #draft: Draft | null = null;

  /** @param ui - shows a notice when a set has no room for an edit, which is then left out */
  constructor(shared: Y.Doc, scene: SceneManager, ui: Pick<UiManager, 'notify'>) {
    super();
    this.#shared = shared;
    this.#scene = scene;
    this.#ui = ui;
    this.register(() => this.stop());
    this.register(
      scene.onSharedChange((document) => {
        const { target } = this.#draft ?? {};
        if (target && !rowOf(document, target)) {
          this.stop();
        }
      }),
    );
    this.register(
      scene.onUnexpandedChange((document, change) => {
        if (this.#draft) {
          applyChange(this.#draft.ydoc, document, change, 'follow');
        }
      }),
    );
  }

  /** The document that commands edit. */
  get ydoc(): Y.Doc {
    return this.#draft?.ydoc ?? this.#shared;
  }

  /** Records into a row from now on; does nothing if it does not exist. */
  start(target: ValueTarget): void {
    this.stop();
    if (!rowOf(this.#scene.shared.value, target)) {
      return;
    }
    this.#scene.editWithin(null);
    this.#scene.showValues((document) => setsFor(document, target));
    const ydoc = toYDoc(this.#scene.unexpanded.value);
    this.#draft = { target, ydoc, live: new LiveDocument(ydoc), isEditing: false, unsettled: null };
    this.#target.value = target;
  }

  /** Ends the recording; the scene is shown without the set. */
  stop(): void {
    const draft = this.#draft;
    this.#draft = null;
    if (draft) {
      draft.live.dispose();
      draft.ydoc.destroy();
      this.#target.value = null;
      this.#scene.showValues(null);
    }
  }

  /** Makes an edit, within a transaction of the stored document: of that, or of the draft while a set is recorded. */
  edit<Result>(change: () => Result): Result {
    const draft = this.#draft;
    if (!draft || draft.isEditing) {
      return change();
    }
    if (draft.unsettled) {
      applyChange(draft.ydoc, this.#scene.unexpanded.value, draft.unsettled, 'follow');
      draft.unsettled = null;
    }
    const before = draft.live.document;
    let touched: SceneChange | null = null;
    const unsubscribe = draft.live.subscribe((_document, seen) => {
      touched = seen;
    });
    draft.isEditing = true;
    try {
      return draft.ydoc.transact(change);
    } finally {
      draft.isEditing = false;
      unsubscribe();
      if (touched) {
        draft.unsettled = touched;
        this.#capture(draft, before, touched);
      }
    }
  }

  #capture({ target, live }: Draft, before: SceneDocument, change: SceneChange): void {
    const base = this.#scene.shared.value;
    const below = withValues(base, setsFor(base, target).slice(0, -1), fitsField);
    const captured = captureValues({ before, after: live.document, change, below, base });
    const values = { ...rowOf(base, target)?.values, ...Object.fromEntries(captured.values) };
    if (Object.values(values).filter((value) => value !== undefined).length > MAX_FIELD_VALUES) {
      this.#ui.notify('rows.full', { most: MAX_FIELD_VALUES });
      return;
    }
    applyChange(this.#shared, captured.document, captured.change);
    this.#putValues(target, captured.values);
  }

  #putValues({ table, id }: ValueTarget, values: ReadonlyMap<string, unknown>): void {
    const row = sceneRoots(this.#shared)[table].get(id);
    for (const [path, value] of row instanceof Y.Map ? values : []) {
      const field = fieldOf(tableFields[table], `values.${path}`);
      if (field && row instanceof Y.Map) {
        putField(row, field, value);
      }
    }
  }
}

function rowOf(document: SceneDocument, { table, id }: ValueTarget): { values: FieldValues } | undefined {
  return ownMember<{ values: FieldValues }>(document[table], id);
}

/**
 * The sets that are shown during a recording: the default choices of other options, the timeline of a key at its time
 * without the key, and the recorded set.
 */
export function setsFor(document: SceneDocument, { table, id }: ValueTarget): FieldValues[] {
  const choice = table === 'choices' ? ownMember(document.choices, id) : undefined;
  const row = choice ?? rowOf(document, { table, id });
  if (!row) {
    return [];
  }
  const options = optionsOf(document);
  const option = choice?.option ?? null;
  const wanted = option === null ? [] : [[option, id] as const];
  const others = chosenIn(options, settleChoices(options, new Map(wanted), option ?? undefined));
  const below = others.filter((other) => !choice || other.id !== id).map(({ values }) => values);
  const key = table === 'keys' ? ownMember(document.keys, id) : undefined;
  const tracks = key ? timelineSets(document, below, { ...key, without: id }) : [];
  return [...below, ...tracks, row.values];
}

/** The default choices of the options, and the values of a timeline at a time over them. */
export function timelineSets(
  document: SceneDocument,
  below: readonly FieldValues[],
  { timeline, time, without }: { timeline: string | null; time: number; without?: string },
): FieldValues[] {
  const shown = withValues(document, below, fitsField);
  return [trackValues(shown, tracksOf(document, timeline ?? ''), time, without)];
}
