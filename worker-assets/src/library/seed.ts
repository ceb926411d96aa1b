import { createHash } from 'node:crypto';
import type { MaterialCategory, ModelCategory } from '@diorama/shared/domain/library.ts';
import type { Material } from '@diorama/shared/scene/document.ts';
import type { DeepPartial } from '@diorama/shared/scene/scene-ops.ts';
import type { BufferGeometry } from 'three';

/** What is said about a thing that the product brings along. */
type Said<Category> = {
  /** The same for ever: ids are made of it. */
  key: string;
  name: string;
  /** Its name in Spanish. */
  es: string;
  category: Category;
  tags: readonly string[];
};

/** A part of a model: a form in metres, where it stands, and which of the model's materials it has. */
export type Part = {
  name: string;
  form: BufferGeometry;
  material: string;
  at?: readonly [number, number, number];
  /** Degrees around x, y and z. */
  turn?: readonly [number, number, number];
  scale?: readonly [number, number, number];
};

/** How a model's own material looks. */
export type Look = {
  color: string;
  roughness?: number;
  metalness?: number;
  emissive?: string;
  glow?: number;
};

/** A model made in code: it stands on the ground, in the middle. */
export type ModelSeed = Said<ModelCategory> & { looks: Readonly<Record<string, Look>>; parts: () => Part[] };

/** A material; a map is the key of a texture. */
export type MaterialSeed = Said<MaterialCategory> & {
  values: DeepPartial<Omit<Material, 'maps'>> & { maps?: Partial<Record<keyof Material['maps'], string>> };
};

/** RGB of 0 to 255 at a place of a square whose edges fit each other; u and v are 0 to 1. */
export type TextureSeed = Said<MaterialCategory> & {
  paint: (u: number, v: number) => readonly [number, number, number];
};

/** Light that comes from a direction; linear, 1 is white paper in the sun's shade. */
export type SkySeed = Omit<Said<never>, 'category'> & {
  light: (direction: readonly [number, number, number]) => readonly [number, number, number];
};

/** A font that scenes write with: where its file lies, and whose it is. */
export type FontSeed = Omit<Said<never>, 'category'> & {
  file: string;
  credit: { author: string; licence: string; url: string | null };
};

/** The uuid that belongs to a key, the same on every installation. */
export function seedId(key: string): string {
  const hex = createHash('sha256').update(`diorama library ${key}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
