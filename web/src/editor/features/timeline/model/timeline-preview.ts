import type { SceneCamera } from '@diorama/shared/scene/document.ts';
import { fieldPath } from '@diorama/shared/scene/field-values.ts';
import { stillTime, timeOf } from '@diorama/shared/scene/interactions/timelines.ts';
import { isSameJson, ownMember } from '@diorama/shared/scene/json.ts';
import { isNoChange, type SceneChange } from '@diorama/shared/scene/scene-change.ts';
import { effect, type ReadonlySignal, signal } from '@preact/signals-core';
import { Vector3 } from 'three';
import { prefersReducedMotion } from '../../../../scene/prefers-reduced-motion.ts';
import { Manager } from '../../../managers/manager.ts';
import { timelineSets } from '../../../managers/recording.ts';
import type { SceneWriter, Viewpoint } from '../../../parts.ts';
import { ValuePreview } from '../../values/model/value-preview.ts';

/** A clip of a model. */
export type ModelClip = { node: string; clip: string };

/** Shows a timeline at a time or playing, or a model's clip, to this user only. */
export class TimelinePreview extends Manager {
  readonly #editor: SceneWriter & Viewpoint;
  readonly #time = signal(0);
  /** Position of the playhead, in seconds. */
  readonly time: ReadonlySignal<number> = this.#time;
  readonly #isPlaying = signal(false);
  readonly isPlaying: ReadonlySignal<boolean> = this.#isPlaying;
  readonly #clip = signal<ModelClip | null>(null);
  /** The playing clip of a model. */
  readonly clip: ReadonlySignal<ModelClip | null> = this.#clip;
  readonly #preview: ValuePreview;
  #camera: SceneCamera | null = null;

  constructor(editor: SceneWriter & Viewpoint) {
    super();
    this.#editor = editor;
    this.#preview = new ValuePreview(editor, {
      isKept: isOfTimelines,
      onEnd: () => {
        this.#isPlaying.value = false;
        this.#clip.value = null;
        this.#camera = null;
      },
    });
    this.register(() => this.#preview.dispose());
    this.register(this.#returnAfterRecording());
  }

  /** Shows a timeline at a time. */
  seek(timeline: string, time: number): void {
    this.#isPlaying.value = false;
    this.#show(timeline, time);
  }

  /** Plays a timeline from the playhead, or from its start once it has ended; or pauses it. */
  toggle(timeline: string): void {
    const row = ownMember(this.#editor.scene.shared.value.timelines, timeline);
    if (!row || this.#isPlaying.value) {
      this.seek(timeline, this.#time.value);
    } else if (prefersReducedMotion()) {
      this.seek(timeline, stillTime(row));
    } else {
      const from = this.#time.value < row.duration ? this.#time.value : 0;
      this.#isPlaying.value = true;
      this.#play(timeline, performance.now() / 1_000 - from);
    }
  }

  /** Plays a clip of a model, or stops it. */
  toggleClip(next: ModelClip): void {
    const isStopped = isSameJson(this.#clip.value, next);
    this.#preview.end();
    if (!isStopped) {
      const path = fieldPath({ table: 'nodes', id: next.node, field: 'props.animation' });
      this.#clip.value = next;
      this.#preview.show(() => ({ [path]: { clip: next.clip, playing: true, speed: 1 } }));
    }
  }

  /** Shows the scene as it is stored, with the playhead at the start. */
  leave(): void {
    this.#preview.end();
    this.#time.value = 0;
  }

  #play(timeline: string, start: number): void {
    const row = ownMember(this.#editor.scene.shared.value.timelines, timeline);
    const seconds = performance.now() / 1_000 - start;
    if (!row || (!row.loop && seconds >= row.duration)) {
      this.seek(timeline, row?.duration ?? 0);
      return;
    }
    this.#show(timeline, timeOf(row, seconds));
    this.#preview.later(() => this.#play(timeline, start));
  }

  #show(timeline: string, time: number): void {
    this.#time.value = time;
    this.#clip.value = null;
    this.#preview.show((document, below) => timelineSets(document, below, { timeline, time })[0] ?? {});
    this.#followCamera(this.#editor.scene.document.value.camera);
  }

  /** Takes the user along with a camera that the timeline moves. */
  #followCamera(camera: SceneCamera): void {
    const { scene } = this.#editor;
    const before = this.#camera ?? scene.shared.value.camera;
    if (!isSameJson(camera, before)) {
      const { position, target, fov } = camera;
      this.#editor.camera.set({ position: new Vector3(...position), target: new Vector3(...target), fov });
    }
    this.#camera = camera;
  }

  /** Shows the time of a key again when its recording ends. */
  #returnAfterRecording(): () => void {
    let recorded: string | null = null;
    return effect(() => {
      const target = this.#editor.recording.target.value;
      const { keys } = this.#editor.scene.shared.peek();
      const key = recorded === null || target ? undefined : ownMember(keys, recorded);
      recorded = target?.table === 'keys' ? target.id : null;
      if (key && key.timeline !== null) {
        const { timeline, time } = key;
        // The recording is still ending.
        queueMicrotask(() => this.#editor.recording.target.peek() === null && this.seek(timeline, time));
      }
    });
  }
}

/** Whether an edit changed only timelines and their keys. */
function isOfTimelines(change: SceneChange): boolean {
  return isNoChange({ ...change, keys: new Set(), timelines: new Set() });
}
