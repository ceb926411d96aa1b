import { blend, layered, noise, normalOf, scattered } from './noise.ts';
import type { TextureSeed } from './seed.ts';

const TAU = Math.PI * 2;

/** Stretched growth rings of wood, for planks. */
function grain(u: number, v: number): number {
  const bend = layered(u, v, { cells: [2, 3], salt: 3 });
  const rings = Math.sin((v * 9 + bend * 2.2) * TAU) * 0.5 + 0.5;
  const fibre = layered(u, v, { cells: [4, 64], layers: 3, salt: 9 });
  return rings * 0.6 + fibre * 0.4;
}

const weave = (u: number, v: number): number => {
  const [x, y] = [u * 48, v * 48];
  const isOver = (Math.floor(x) + Math.floor(y)) % 2 === 0;
  const across = Math.sin((isOver ? x : y) * Math.PI) ** 2;
  const along = Math.sin((isOver ? y : x) * Math.PI) ** 2;
  return across * 0.7 + along * 0.3;
};

const hide = (u: number, v: number): number => Math.min(1, scattered(u, v, 40, 5).distance * 1.4);

/** Seamless textures for materials, 512 pixels a side. */
export const textures: readonly TextureSeed[] = [
  {
    key: 'texture-oak',
    name: 'Oak grain',
    es: 'Veta de roble',
    category: 'wood',
    tags: ['color', 'madera'],
    paint: (u, v) => blend('#a97c4f', '#d9b586', grain(u, v)),
  },
  {
    key: 'texture-walnut',
    name: 'Walnut grain',
    es: 'Veta de nogal',
    category: 'wood',
    tags: ['color', 'madera'],
    paint: (u, v) => blend('#3f2a1e', '#7a5740', grain(v, u)),
  },
  {
    key: 'texture-marble',
    name: 'White marble',
    es: 'Mármol blanco',
    category: 'stone',
    tags: ['color', 'piedra'],
    paint: (u, v) => {
      const drift = layered(u, v, { cells: [3, 3], salt: 1 });
      const vein = Math.abs(Math.sin((u * 2 + v * 3 + drift * 3.4) * Math.PI));
      return blend('#8f9196', '#f3f2ef', Math.min(1, vein ** 0.35 * 1.05));
    },
  },
  {
    key: 'texture-concrete',
    name: 'Concrete',
    es: 'Hormigón',
    category: 'stone',
    tags: ['color', 'cement', 'cemento'],
    paint: (u, v) => {
      const cloud = layered(u, v, { cells: [4, 4], layers: 6, salt: 11 });
      const pore = scattered(u, v, 26, 17).distance < 0.09 ? 0.25 : 0;
      return blend('#7d7d7a', '#b9b8b3', cloud * 1.2 - pore);
    },
  },
  {
    key: 'texture-terrazzo',
    name: 'Terrazzo',
    es: 'Terrazo',
    category: 'stone',
    tags: ['color', 'floor', 'suelo'],
    paint: (u, v) => {
      const chips = [scattered(u, v, 14, 21), scattered(u, v, 26, 31)];
      const chip = chips.find(({ distance, id }) => distance < 0.24 + id * 0.14);
      const colour =
        ['#c96f4a', '#4a7fa5', '#2d3748', '#8fa58a', '#c9a24b'][Math.floor((chip?.id ?? 0) * 5)] ?? '#2d3748';
      return chip ? blend(colour, colour, 0) : blend('#e2ddd3', '#f0ece4', noise(u, v, [64, 64], 2));
    },
  },
  {
    key: 'texture-checks',
    name: 'Checks',
    es: 'Damero',
    category: 'paint',
    tags: ['color', 'floor', 'suelo'],
    paint: (u, v) => ((Math.floor(u * 4) + Math.floor(v * 4)) % 2 === 0 ? [236, 232, 224] : [45, 55, 72]),
  },
  {
    key: 'texture-weave-normal',
    name: 'Weave (normal)',
    es: 'Tejido (normal)',
    category: 'fabric',
    tags: ['normal', 'cloth', 'tela'],
    paint: (u, v) => normalOf(weave, u, v, 7),
  },
  {
    key: 'texture-leather-normal',
    name: 'Leather (normal)',
    es: 'Cuero (normal)',
    category: 'fabric',
    tags: ['normal', 'skin', 'piel'],
    paint: (u, v) => normalOf(hide, u, v, 5),
  },
  {
    key: 'texture-brushed-roughness',
    name: 'Brushed (roughness)',
    es: 'Cepillado (rugosidad)',
    category: 'metal',
    tags: ['roughness', 'metal'],
    paint: (u, v) => {
      const line = layered(u, v, { cells: [2, 128], layers: 2, salt: 7 });
      return blend('#5a5a5a', '#b8b8b8', line);
    },
  },
];
