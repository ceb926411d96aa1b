import type { Accessor, Animation, AnimationSampler, Document, Node } from '@gltf-transform/core';

type Entry = { clip: Animation; name: string; copies: ReadonlyMap<Node, Node>; speed: number | null };

/** Name of the merged animation of several models. */
const SHARED_NAME = 'Scene';

/**
 * Animations of a scene's output. Viewers play the first animation of a file, so it merges the playing clips
 * of all models, each at its speed. All clips follow by name; models with the same clip name share one.
 */
export class AnimationClips {
  readonly #document: Document;
  readonly #entries: Entry[] = [];

  constructor(document: Document) {
    this.#document = document;
  }

  /**
   * Adds the clips of one instance of a model.
   * @param playing the playing clip and its speed factor; a negative speed plays backwards.
   */
  add(
    clips: readonly Animation[],
    copies: ReadonlyMap<Node, Node>,
    playing: { clip: Animation; speed: number } | null,
  ): void {
    const names = clipNames(clips);
    clips.forEach((clip, i) => {
      const speed = playing?.clip === clip ? playing.speed : null;
      this.#entries.push({ clip, name: names[i] ?? '', copies, speed });
    });
  }

  /** Number of clips, by name, that no model plays. */
  get stillCount(): number {
    const playing = new Set(this.#entries.flatMap(({ name, speed }) => (speed === null ? [] : name)));
    return new Set(this.#entries.map(({ name }) => name)).difference(playing).size;
  }

  /** Writes the clips into the document. @returns the playing animation, if any. */
  finish(): Animation | null {
    const playing = this.#entries.filter(({ speed }) => speed !== null);
    const names = new Set([...playing, ...this.#entries].map(({ name }) => name));
    const isOneName = new Set(playing.map(({ name }) => name)).size === 1;
    // A clip can be the merged animation only if every model with a clip of its name plays that clip.
    const [first] = playing;
    const isWhole =
      isOneName && this.#entries.every(({ name, speed }) => name !== first?.name || speed !== null);
    const shared = playing.length > 0 && !isWhole ? this.#write(SHARED_NAME, playing) : null;
    const written = [...names].map((name) =>
      this.#write(
        name,
        this.#entries.filter((entry) => entry.name === name),
      ),
    );
    return shared ?? (isWhole ? (written[0] ?? null) : null);
  }

  #write(name: string, entries: readonly Entry[]): Animation | null {
    const animation = this.#document.createAnimation(name);
    for (const { clip, copies, speed } of entries) {
      this.#addChannels(animation, { clip, copies, speed: speed ?? 1 });
    }
    if (animation.listChannels().length > 0) {
      return animation;
    }
    animation.dispose();
    return null;
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
      if (source && copy) {
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
  const names: string[] = [];
  for (const [i, clip] of clips.entries()) {
    const base = clip.getName() || `Animation ${i + 1}`;
    let name = base;
    for (let n = 2; names.includes(name); n += 1) {
      name = `${base} ${n}`;
    }
    names.push(name);
  }
  return names;
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
