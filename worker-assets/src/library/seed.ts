import { createHash } from 'node:crypto';
import type { MaterialCategory, ModelCategory } from '@diorama/shared/domain/library.ts';
import type { Material } from '@diorama/shared/scene/document.ts';
import type { DeepPartial } from '@diorama/shared/scene/scene-ops.ts';
import type { BufferGeometry } from 'three';

/** Metadata of a built-in item. */
type Said<Category> = {
  /** Permanent key; ids are derived from it. */
  key: string;
  name: string;
  /** Its name in Spanish. */
  es: string;
  category: Category;
  tags: readonly string[];
};

/** A part of a model: a geometry in metres, its position, and its material slot. */
export type Part = {
  name: string;
  form: BufferGeometry;
  material: string;
  at?: readonly [number, number, number];
  /** Degrees around x, y and z. */
  turn?: readonly [number, number, number];
  scale?: readonly [number, number, number];
};

/** Appearance of a model's material. */
export type Look = {
  color: string;
  roughness?: number;
  metalness?: number;
  emissive?: string;
  glow?: number;
};

/** A model built in code, centred on the ground. */
export type ModelSeed = Said<ModelCategory> & { looks: Readonly<Record<string, Look>>; parts: () => Part[] };

/** A material; a map is the key of a texture. */
export type MaterialSeed = Said<MaterialCategory> & {
  values: DeepPartial<Omit<Material, 'maps'>> & { maps?: Partial<Record<keyof Material['maps'], string>> };
};

/** RGB of 0 to 255 at a point of a tileable square; u and v are 0 to 1. */
export type TextureSeed = Said<MaterialCategory> & {
  paint: (u: number, v: number) => readonly [number, number, number];
};

/** Directional light; linear, 1 is white paper in the shade. */
export type SkySeed = Omit<Said<never>, 'category'> & {
  light: (direction: readonly [number, number, number]) => readonly [number, number, number];
};

/** A font for texts in scenes, with its path and its author. */
export type FontSeed = Omit<Said<never>, 'category'> & {
  file: string;
  credit: { author: string; licence: string; url: string | null };
};

/** The uuid that belongs to a key, the same on every installation. */
export function seedId(key: string): string {
  const hex = createHash('sha256').update(`diorama library ${key}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
