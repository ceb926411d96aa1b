import { expect, it } from 'vitest';
import { morphedDocument } from '../../test/sample-documents.ts';
import { AnimatedNodes } from '../usd/curves.ts';
import { AnimationClips } from './animation-clips.ts';

function morphedClip() {
  const document = morphedDocument();
  const [clip] = document.getRoot().listAnimations();
  const [node] = document.getRoot().listNodes();
  if (!clip || !node) {
    throw new Error('The document has no clip');
  }
  return { document, clip, node };
}

it('a morph clip played backwards keeps each weight at its target', () => {
  const { document, clip, node } = morphedClip();
  // As set by a file reader.
  clip.listSamplers()[0]?.setInterpolation('LINEAR');
  const clips = new AnimationClips(document);
  clips.add([clip], new Map([[node, node]]), { clip, speed: -2 }, { node: 'a', own: clip });
  const weights = new AnimatedNodes(clips.finish()).curve(node, 'weights');
  expect(weights?.times).toEqual([0, 0.5]);
  expect([weights?.at(0), weights?.at(0.5)]).toEqual([
    [1, 0.5],
    [0, 0],
  ]);
});

it('a timeline and a model may have the same id', () => {
  const { document, clip, node } = morphedClip();
  const clips = new AnimationClips(document);
  clips.add([clip], new Map([[node, node]]), null, { node: 'same', own: clip });
  const curve = { node: 'a', path: 'translation', times: [0, 1], at: () => [1, 0, 0] } as const;
  const set = { duration: 1, loop: false, plays: false, curves: [curve] };
  clips.addCurves({ ...set, name: 'Rise', timeline: 'same' }, new Map([['a', node]]));
  clips.addCurves({ ...set, name: 'Motion' }, new Map([['a', node]]));
  clips.finish();
  expect(clips.timelineOf('same')?.animation.getName()).toBe('Rise');
  expect(clips.clipOf('same', 'Rise')).toBeNull();
  expect(clips.clipOf('same', null)?.animation.getName()).not.toBe('Rise');
  expect([clips.timelineOf(null), clips.clipOf(null, 'Motion')]).toEqual([null, null]);
});

it('the clips of many models share one limit, and playing clips are written first', () => {
  const { document, clip, node } = morphedClip();
  const clips = new AnimationClips(document);
  const channels = clip.listChannels().length;
  const models = 50_000 / channels;
  for (let i = 0; i < models; i += 1) {
    const target = document.createNode();
    clips.add([clip], new Map([[node, target]]), i === 0 ? { clip, speed: 1 } : null, {
      node: `m${i}`,
      own: clip,
    });
  }
  const playing = clips.finish();
  expect(playing?.listChannels()).toHaveLength(channels);
  // The one that plays is written twice: alone, and with the others of its name.
  expect(clips.leftOut).toBe(channels);
});
