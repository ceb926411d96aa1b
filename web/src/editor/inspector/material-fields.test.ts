import { material } from '@diorama/shared/scene/material.ts';
import { expect, it } from 'vitest';
import { advancedFields, notInArFields } from './material-fields.ts';

const pathsOf = (advanced: object) =>
  [...advancedFields, ...notInArFields(material.parse({ advanced }))].map(({ path }) => path);

it('lets every advanced value of a material be changed', () => {
  const all = Object.keys(material.parse({}).advanced).map((key) => `advanced.${key}`);
  expect(pathsOf({ sheen: 0.5, thickness: 0.1 }).sort()).toEqual(all.sort());
});

it('asks for the color of sheen and of depth only where there is any', () => {
  expect(pathsOf({})).not.toContain('advanced.sheenColor');
  expect(pathsOf({ sheen: 0.1 })).toContain('advanced.sheenColor');
  expect(pathsOf({})).not.toContain('advanced.attenuationDistance');
});
