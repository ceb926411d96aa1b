import type { Accessor, Animation, AnimationChannel, AnimationSampler, Document } from '@gltf-transform/core';
import { ready, resample } from 'keyframe-resample';

type Mode = 'step' | 'lerp' | 'slerp';

/** Largest error of a value: a tenth of a millimetre, or of a thousandth of a rotation. */
const TOLERANCE = 1e-4;
/** Share of keys below which a track gets separate times; these take space. */
const WORTHWHILE_SHARE = 0.4;
/** Rest poses and keys come from the same program, so they differ only by rounding. */
const STILL_TOLERANCE = 1e-6;
const MAX_BYTE = 255;

/**
 * Removes interpolated keys of animations, in place, and stores morph weights as bytes. Tracks that need most
 * of their keys keep all, with their shared times.
 */
export async function reduceKeyframes(document: Document): Promise<void> {
  await ready;
  for (const animation of document.getRoot().listAnimations()) {
    const paths = pathsOf(animation);
    for (const sampler of animation.listSamplers()) {
      thin(sampler, paths.get(sampler) ?? null);
    }
    dropStill(animation);
  }
}

function pathsOf(animation: Animation): Map<AnimationSampler, ReturnType<AnimationChannel['getTargetPath']>> {
  const paths = new Map<AnimationSampler, ReturnType<AnimationChannel['getTargetPath']>>();
  for (const channel of animation.listChannels()) {
    const sampler = channel.getSampler();
    if (sampler) {
      paths.set(sampler, channel.getTargetPath());
    }
  }
  return paths;
}

function thin(sampler: AnimationSampler, path: ReturnType<AnimationChannel['getTargetPath']>): void {
  const [input, output] = [sampler.getInput(), sampler.getOutput()];
  const interpolation = sampler.getInterpolation();
  if (!input || !output || interpolation === 'CUBICSPLINE') {
    return;
  }
  const [times, values] = [floatsOf(input), floatsOf(output)];
  const count = times.length;
  const width = values.length / count;
  const mode: Mode = interpolation === 'STEP' ? 'step' : path === 'rotation' ? 'slerp' : 'lerp';
  const left = count > 1 ? resample(times, values, mode, TOLERANCE) : count;
  const isThinner = left <= Math.max(2, count * WORTHWHILE_SHARE) && left < count;
  if (isThinner) {
    sampler.setInput(input.clone().setNormalized(false).setArray(times.slice(0, left)));
    sampler.setOutput(
      output
        .clone()
        .setNormalized(false)
        .setArray(values.slice(0, left * width)),
    );
  }
  if (path === 'weights') {
    storeInBytes(sampler);
  }
}

function floatsOf(accessor: Accessor): Float32Array<ArrayBuffer> {
  const size = accessor.getElementSize();
  const floats = new Float32Array(accessor.getCount() * size);
  const element: number[] = [];
  for (let i = 0; i < accessor.getCount(); i += 1) {
    floats.set(accessor.getElement(i, element), i * size);
  }
  return floats;
}

/** Stores weights from 0 to 1 as bytes; other values stay floats. */
function storeInBytes(sampler: AnimationSampler): void {
  const output = sampler.getOutput();
  const array = output?.getArray();
  if (output && array instanceof Float32Array && array.every((weight) => weight >= 0 && weight <= 1)) {
    const bytes = Uint8Array.from(array, (weight) => Math.round(weight * MAX_BYTE));
    sampler.setOutput(output.clone().setNormalized(true).setArray(bytes));
  }
}

const REST = { translation: 'getTranslation', rotation: 'getRotation', scale: 'getScale' } as const;

/** Removes tracks without movement, as long as the animation keeps its duration. */
function dropStill(animation: Animation): void {
  const channels = animation.listChannels();
  const moving = channels.filter((channel) => !isStill(channel));
  const lasts = (of: readonly AnimationChannel[]) =>
    Math.max(0, ...of.map((channel) => channel.getSampler()?.getInput()?.getMax([])[0] ?? 0));
  // An animation needs at least one track.
  if (moving.length === 0 || lasts(moving) < lasts(channels)) {
    return;
  }
  for (const channel of channels.filter((one) => !moving.includes(one))) {
    const sampler = channel.getSampler();
    channel.dispose();
    if (sampler?.listParents().every((parent) => parent === animation || parent.propertyType === 'Root')) {
      sampler.dispose();
    }
  }
}

function isStill(channel: AnimationChannel): boolean {
  const path = channel.getTargetPath();
  const node = channel.getTargetNode();
  const sampler = channel.getSampler();
  const output = sampler?.getOutput();
  if (
    !node ||
    !output ||
    path === null ||
    path === 'weights' ||
    sampler?.getInterpolation() === 'CUBICSPLINE'
  ) {
    return false;
  }
  const rest = node[REST[path]]();
  const element: number[] = [];
  for (let i = 0; i < output.getCount(); i += 1) {
    output.getElement(i, element);
    if (rest.some((part, axis) => Math.abs(part - (element[axis] ?? 0)) > STILL_TOLERANCE)) {
      return false;
    }
  }
  return true;
}
