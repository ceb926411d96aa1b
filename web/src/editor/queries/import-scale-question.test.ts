import { describe, expect, it } from 'vitest';
import { importScaleQuestion } from './import-scale-question.ts';

const sizes = (size: number, format: string | null) =>
  importScaleQuestion(size, format)?.choices.map(
    ({ factor, unit }) => `${unit} ${Number((size * factor).toPrecision(3))}`,
  );

describe('importScaleQuestion', () => {
  it('asks for every 3D printing file and offers millimeters first', () => {
    expect(sizes(50, 'stl')).toEqual(['mm 0.05', 'cm 0.5', 'inch 1.27']);
    expect(importScaleQuestion(50, 'stl')).toMatchObject({ isUsual: false, canStandUp: true });
    expect(sizes(2, 'stl')).toEqual(['mm 0.002', 'cm 0.02', 'inch 0.0508']);
    expect(importScaleQuestion(2, 'stl')?.isUsual).toBe(true);
  });

  it('asks for other formats without units only for implausibly large models', () => {
    expect(sizes(180, 'obj')).toEqual(['cm 1.8', 'mm 0.18', 'inch 4.57']);
    expect(sizes(180, 'ply')).toEqual(sizes(180, 'obj'));
    expect(importScaleQuestion(180, '3ds')?.canStandUp).toBe(false);
    expect(importScaleQuestion(1.8, 'obj')).toBeNull();
  });

  it('asks for formats with units only for absurd sizes', () => {
    expect(importScaleQuestion(12, 'fbx')).toBeNull();
    expect(importScaleQuestion(12, null)).toBeNull();
    expect(sizes(2_000, 'glb')).toEqual(['mm 2', 'cm 20', 'inch 50.8']);
    expect(sizes(0.002, 'glb')).toEqual(['null 2', 'null 0.2']);
  });

  it.each([
    ['an engine of 743 units', 743, 'obj', 0.001],
    ['a person of 180 units', 180, 'obj', 0.01],
    ['a room of 8 units', 8, 'obj', 1],
    ['a printable part of 50 units', 50, 'stl', 0.001],
    ['a printable part of 2 units', 2, 'stl', 1],
    ['a house of 90 m in a format that uses meters', 90, 'glb', 1],
    ['743 m in a format that uses meters', 743, 'glb', 0.001],
    ['a millimeter in a format that uses meters', 0.001, 'glb', 1000],
  ])('finds the likeliest scale of %s', (_what, size, format, factor) => {
    expect(importScaleQuestion(size, format)?.likeliest).toBe(factor);
  });

  it('omits implausible sizes and invalid input', () => {
    expect(sizes(40_000, 'obj')).toEqual(['mm 40']);
    expect(sizes(1e9, 'obj')).toEqual([]);
    expect(importScaleQuestion(0, 'stl')).toBeNull();
    expect(importScaleQuestion(Number.NaN, 'obj')).toBeNull();
    expect(importScaleQuestion(50, 'constructor')).toBeNull();
  });
});
