import type { Animation, AnimationSampler, Document, Node } from '@gltf-transform/core';

/**
 * The one animation of a scene's output: viewers play the first clip of a file, so the playing clips of all models
 * are gathered in it, each at its own speed.
 */
export class AnimationTrack {
  readonly #document: Document;
  #animation: Animation | undefined;

  constructor(document: Document) {
    this.#document = document;
  }

  /** Adds a clip's channels for the copies of its nodes. `speed` is a factor; a negative one plays backwards. */
  add(clip: Animation, copies: ReadonlyMap<Node, Node>, speed: number): void {
    const samplers = new Map<AnimationSampler, AnimationSampler>();
    for (const channel of clip.listChannels()) {
      const source = channel.getSampler();
      const target = channel.getTargetNode();
      const copy = target && copies.get(target);
      if (!source || !copy) {
        continue;
      }
      const animation = this.#ensure();
      const sampler = samplers.get(source) ?? this.#retime(source, speed);
      samplers.set(source, sampler);
      animation.addSampler(sampler).addChannel(channel.clone().setTargetNode(copy).setSampler(sampler));
    }
  }

  #ensure(): Animation {
    this.#animation ??= this.#document.createAnimation('Scene');
    return this.#animation;
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
    return backwards ? copy.setOutput(reversed(output)) : copy;
  }
}

function reversed(output: NonNullable<ReturnType<AnimationSampler['getOutput']>>) {
  const copy = output.clone();
  const array = output.getArray();
  if (array) {
    copy.setArray(array.slice());
    const element: number[] = [];
    for (let i = 0; i < output.getCount(); i += 1) {
      copy.setElement(output.getCount() - 1 - i, output.getElement(i, element));
    }
  }
  return copy;
}
