import type { Accessor, Animation, AnimationSampler, Document, Node } from '@gltf-transform/core';

type Entry = { clip: Animation; name: string; copies: ReadonlyMap<Node, Node>; speed: number | null };

/** Under which the playing clips of several models go together. */
const SHARED_NAME = 'Scene';

/**
 * The clips of a scene's output. Viewers play the first clip of a file, so it holds what plays in the scene, of all models,
 * each at its own speed; all clips follow by their names, those that models share in one.
 */
export class AnimationClips {
  readonly #document: Document;
  readonly #entries: Entry[] = [];

  constructor(document: Document) {
    this.#document = document;
  }

  /**
   * Adds the clips of one copy of a model.
   * @param playing which of them plays, and how fast: a factor, whose minus plays backwards.
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

  /** Writes the clips into the document. @returns the one that plays, if any does. */
  finish(): Animation | null {
    const playing = this.#entries.filter(({ speed }) => speed !== null);
    const names = new Set([...playing, ...this.#entries].map(({ name }) => name));
    const isOneName = new Set(playing.map(({ name }) => name)).size === 1;
    // A clip of one name holds all that plays only if no model that has it stands still, or plays another.
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
    // Tangents and held values cannot simply be read backwards, so such curves keep their direction.
    const backwards = speed < 0 && sampler.getInterpolation() === 'LINEAR';
    const retimed = times.map((time) => (backwards ? end - time : time) / Math.abs(speed));
    const copy = sampler.clone().setInput(input.clone().setArray(backwards ? retimed.reverse() : retimed));
    return backwards ? copy.setOutput(reversed(output, times.length)) : copy;
  }
}

/** The names by which a model's clips are known: those without one are counted, and no two are the same. */
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

/** Returns the values of the keys in reverse order; the values of one key, such as morph weights, keep theirs. */
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
