import { uniqueName } from '@diorama/shared/domain/unique-name.ts';
import { commonLength } from '@diorama/shared/scene/interactions/file-movements.ts';
import type { Accessor, Animation, AnimationSampler, Document, Node } from '@gltf-transform/core';
import { type CurveSet, repeatCurve, type TransformCurve } from './motion-curves.ts';

/** Length of an animation in seconds, null for one cycle, and the transforms that it has already. */
type Target = { animation: Animation; seconds: number | null; taken: Set<string> };

/** An animation that can be played alone; `seconds` is null for one that repeats. */
export type Playable = { animation: Animation; seconds: number | null; speed: number };

/** A clip; `write` adds its channels to an animation. */
type Entry = {
  /** Id of the node of a model; null for timelines and motions. */
  model: string | null;
  /** Id of the timeline; null for models and motions. */
  timeline: string | null;
  /** Whether the model plays this clip where no other is named. */
  isOwn: boolean;
  name: string;
  plays: boolean;
  duration: number;
  loop: boolean;
  write: (target: Target) => void;
};

/** Maximum number of channels of models' clips in a file. */
const MAX_CLIP_CHANNELS = 50_000;
/** Name of the merged animation of several clips. */
const SHARED_NAME = 'Scene';

/**
 * Animations of a scene's output. Viewers play the first animation of a file, so it merges all playing clips, timelines
 * and motions. All follow by name; models with the same clip name share one.
 */
export class AnimationClips {
  readonly #document: Document;
  readonly #entries: Entry[] = [];
  readonly #written = new Map<string, Animation | null>();
  #opening: Playable | null = null;
  #channels = 0;
  /** Number of channels of models' clips beyond the limit of a file; their nodes do not move. */
  leftOut = 0;

  constructor(document: Document) {
    this.#document = document;
  }

  /**
   * Adds the clips of one instance of a model.
   * @param playing the playing clip and its speed factor; a negative speed plays backwards.
   * @param owner the id of the model's node, and the clip that it plays where no other is named
   */
  add(
    clips: readonly Animation[],
    copies: ReadonlyMap<Node, Node>,
    playing: { clip: Animation; speed: number } | null,
    owner: { node: string; own: Animation | undefined },
  ): void {
    const names = clipNames(clips);
    clips.forEach((clip, i) => {
      const plays = playing?.clip === clip;
      const speed = plays ? playing.speed : 1;
      const write = ({ animation }: Target) => this.#addChannels(animation, { clip, copies, speed });
      const of = { model: owner.node, timeline: null, isOwn: clip === owner.own };
      this.#entries.push({ ...of, name: names[i] ?? '', plays, duration: 0, loop: false, write });
    });
  }

  /** Adds a timeline or a motion of written nodes, under a separate name. Earlier sets override it. */
  addCurves(set: CurveSet, nodes: ReadonlyMap<string, Node>): void {
    const curves = set.curves.filter(({ node }) => nodes.has(node));
    if (curves.length === 0) {
      return;
    }
    const write = (into: Target) => {
      for (const curve of curves) {
        this.#addCurve(into, { ...curve, target: nodes.get(curve.node) }, set);
      }
    };
    const name = uniqueName(set.name, new Set(this.#entries.map((entry) => entry.name)));
    this.#entries.push({ ...set, model: null, timeline: set.timeline ?? null, isOwn: false, name, write });
  }

  /** Number of clips, by name, that do not play from the start. */
  get stillCount(): number {
    const playing = new Set(this.#entries.flatMap(({ name, plays }) => (plays ? name : [])));
    return new Set(this.#entries.map(({ name }) => name)).difference(playing).size;
  }

  /** The animation that starts when the file is opened. It is known after {@link finish}. */
  get opening(): Playable | null {
    return this.#opening;
  }

  /** A written clip of a model; null where it cannot be played without others. `clip` null is the model's own choice. */
  clipOf(node: string | null, clip: string | null): Playable | null {
    const isNamed = ({ name, isOwn }: Entry) => (clip === null ? isOwn : name === clip);
    const found = this.#entries.find((entry) => entry.model === node && isNamed(entry));
    return node === null ? null : this.#playable(found);
  }

  /** A written timeline; null where it cannot be played without others. */
  timelineOf(timeline: string | null): Playable | null {
    const found = this.#entries.find((entry) => entry.timeline === timeline);
    return timeline === null ? null : this.#playable(found);
  }

  #playable(entry: Entry | undefined): Playable | null {
    const animation = entry && this.#written.get(entry.name);
    const isAlone = this.#entries.every(
      ({ name, model, timeline }) =>
        name !== entry?.name || (model === entry.model && timeline === entry.timeline),
    );
    if (!animation || !isAlone || (entry.plays && animation !== this.#opening?.animation)) {
      return null;
    }
    return { animation, speed: 1, seconds: entry.duration > 0 && !entry.loop ? entry.duration : null };
  }

  /** Writes the clips into the document. @returns the playing animation, if any. */
  finish(): Animation | null {
    const playing = this.#entries.filter(({ plays }) => plays);
    const names = new Set([...playing, ...this.#entries].map(({ name }) => name));
    const isOneName = new Set(playing.map(({ name }) => name)).size === 1;
    // A clip can be the merged animation only if every model with a clip of its name plays that clip.
    const [first] = playing;
    const isWhole = isOneName && this.#entries.every(({ name, plays }) => name !== first?.name || plays);
    const seconds = commonLength(playing.filter(({ duration }) => duration > 0));
    const shared = playing.length > 0 && !isWhole ? this.#write(SHARED_NAME, playing, seconds || null) : null;
    for (const name of names) {
      const entries = this.#entries.filter((entry) => entry.name === name);
      this.#written.set(name, this.#write(name, entries, null));
    }
    const animation = shared ?? (isWhole ? (this.#written.get(first?.name ?? '') ?? null) : null);
    const isOnce = playing.every(({ duration, loop }) => duration > 0 && !loop);
    this.#opening = animation && { animation, speed: 1, seconds: isOnce ? seconds : null };
    return animation;
  }

  #write(name: string, entries: readonly Entry[], seconds: number | null): Animation | null {
    const animation = this.#document.createAnimation(name);
    const taken = new Set<string>();
    for (const { write } of entries) {
      write({ animation, seconds, taken });
    }
    if (animation.listChannels().length > 0) {
      return animation;
    }
    animation.dispose();
    return null;
  }

  #addCurve(
    { animation, seconds, taken }: Target,
    curve: TransformCurve & { target: Node | undefined },
    { duration, loop }: CurveSet,
  ): void {
    const { target, path } = curve;
    const key = `${curve.node} ${path}`;
    // A transform can have one channel only.
    if (!target || taken.has(key)) {
      return;
    }
    taken.add(key);
    const { times, values } = repeatCurve(curve, { duration, loop }, seconds ?? duration);
    const accessor = (type: 'SCALAR' | 'VEC3' | 'VEC4', numbers: readonly number[]) =>
      this.#document.createAccessor().setType(type).setArray(Float32Array.from(numbers));
    const sampler = this.#document
      .createAnimationSampler()
      .setInterpolation('LINEAR')
      .setInput(accessor('SCALAR', times))
      .setOutput(accessor(path === 'rotation' ? 'VEC4' : 'VEC3', values.flat()));
    const channel = this.#document
      .createAnimationChannel()
      .setTargetNode(target)
      .setTargetPath(path)
      .setSampler(sampler);
    animation.addSampler(sampler).addChannel(channel);
  }

  #addChannels(
    animation: Animation,
    { clip, copies, speed }: { clip: Animation; copies: ReadonlyMap<Node, Node>; speed: number },
  ): void {
    const samplers = new Map<AnimationSampler, AnimationSampler>();
    for (const channel of clip.listChannels()) {
      const source = channel.getSampler();
      const target = channel.getTargetNode();
      const copy = target && copies.get(target);
      if (source && copy && this.#channels === MAX_CLIP_CHANNELS) {
        this.leftOut += 1;
      } else if (source && copy) {
        this.#channels += 1;
        const sampler = samplers.get(source) ?? this.#retime(source, speed);
        samplers.set(source, sampler);
        animation.addSampler(sampler).addChannel(channel.clone().setTargetNode(copy).setSampler(sampler));
      }
    }
  }

  #retime(sampler: AnimationSampler, speed: number): AnimationSampler {
    const input = sampler.getInput();
    const output = sampler.getOutput();
    if (speed === 1 || !input || !output) {
      return sampler.clone();
    }
    const times = Float32Array.from({ length: input.getCount() }, (_, i) => input.getScalar(i));
    const end = times.at(-1) ?? 0;
    // Tangents and held values cannot be reversed, so such curves keep their direction.
    const backwards = speed < 0 && sampler.getInterpolation() === 'LINEAR';
    const retimed = times.map((time) => (backwards ? end - time : time) / Math.abs(speed));
    const copy = sampler.clone().setInput(input.clone().setArray(backwards ? retimed.reverse() : retimed));
    return backwards ? copy.setOutput(reversed(output, times.length)) : copy;
  }
}

/** Unique names of a model's clips; unnamed clips get numbers. */
export function clipNames(clips: readonly Animation[]): string[] {
  const names = new Set<string>();
  for (const [i, clip] of clips.entries()) {
    names.add(uniqueName(clip.getName() || `Animation ${i + 1}`, names));
  }
  return [...names];
}

/**
 * Returns the values of the keys in reverse order. The values within one key, such as morph weights, keep
 * theirs.
 */
function reversed(output: Accessor, keys: number): Accessor {
  const copy = output.clone();
  const array = output.getArray();
  if (array) {
    copy.setArray(array.slice());
    const valuesPerKey = output.getCount() / keys;
    const element: number[] = [];
    for (let i = 0; i < output.getCount(); i += 1) {
      const key = Math.floor(i / valuesPerKey);
      const into = (keys - 1 - key) * valuesPerKey + (i % valuesPerKey);
      copy.setElement(into, output.getElement(i, element));
    }
  }
  return copy;
}
