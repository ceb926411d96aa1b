import { createHash } from 'node:crypto';
import type { MaterialCategory, ModelCategory } from '@diorama/shared/domain/library.ts';
import type { Material } from '@diorama/shared/scene/document.ts';
import type { DeepPartial } from '@diorama/shared/scene/scene-ops.ts';
import type { BufferGeometry } from 'three';

/** Metadata of a bundled item. */
type SeedDetails<Category> = {
  /** Permanent key, because ids are derived from it. */
  key: string;
  name: string;
  /** Spanish name. */
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
  /** Rotation in degrees around x, y and z. */
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

/** A model made in code, centred on the ground. */
export type ModelSeed = SeedDetails<ModelCategory> & {
  looks: Readonly<Record<string, Look>>;
  parts: () => Part[];
};

/** A material; each map is the key of a texture. */
export type MaterialSeed = SeedDetails<MaterialCategory> & {
  values: DeepPartial<Omit<Material, 'maps'>> & { maps?: Partial<Record<keyof Material['maps'], string>> };
};

/** RGB from 0 to 255 at a point of a tileable square; u and v from 0 to 1. */
export type TextureSeed = SeedDetails<MaterialCategory> & {
  paint: (u: number, v: number) => readonly [number, number, number];
};

/** Light from a direction. Linear; 1 is white paper in the shade of the sun. */
export type SkySeed = Omit<SeedDetails<never>, 'category'> & {
  light: (direction: readonly [number, number, number]) => readonly [number, number, number];
};

/** A font for texts of a scene, with its file and licence holder. */
export type FontSeed = Omit<SeedDetails<never>, 'category'> & {
  file: string;
  credit: { author: string; licence: string; url: string | null };
};

/** The UUID of a key, the same on every installation. */
export function seedId(key: string): string {
  const hex = createHash('sha256').update(`diorama library ${key}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
