import { BoxGeometry } from 'three';
import { expect, it } from 'vitest';
import { optimized } from '../test/optimized.ts';
import { ModelBuilder } from '../test/size-corpus/model-builder.ts';

it('optimization keeps a clip that only holds the rest pose', async () => {
  const builder = new ModelBuilder();
  const node = builder.place('Box', builder.mesh('Box', new BoxGeometry()), [1, 2, 3]);
  const sampler = builder.document
    .createAnimationSampler()
    .setInput(builder.accessor('SCALAR', Float32Array.of(0)))
    .setOutput(builder.accessor('VEC3', Float32Array.of(1, 2, 3)));
  const channel = builder.document.createAnimationChannel().setTargetNode(node);
  builder.document
    .createAnimation('T-pose')
    .addSampler(sampler)
    .addChannel(channel.setTargetPath('translation').setSampler(sampler));
  const model = await optimized(builder.document);
  const [clip] = model.getRoot().listAnimations();
  expect(clip?.getName()).toBe('T-pose');
  expect(clip?.listChannels().map((one) => one.getTargetNode()?.getName())).toEqual(['Box']);
});
