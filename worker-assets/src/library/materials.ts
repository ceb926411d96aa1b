import type { MaterialSeed } from './seed.ts';

type Values = MaterialSeed['values'];

function metal(key: string, names: [string, string], color: string, values: Values = {}): MaterialSeed {
  const [name, es] = names;
  const tags = ['metal', 'shiny', 'brillante'];
  return {
    key,
    name,
    es,
    category: 'metal',
    tags,
    values: { color, metalness: 1, roughness: 0.2, ...values },
  };
}

function plastic(key: string, names: [string, string], color: string, values: Values = {}): MaterialSeed {
  const [name, es] = names;
  return {
    key,
    name,
    es,
    category: 'plastic',
    tags: ['plastic', 'plástico'],
    values: { color, roughness: 0.3, ...values },
  };
}

function glass(key: string, names: [string, string], color: string, values: Values = {}): MaterialSeed {
  const [name, es] = names;
  const advanced = { transmission: 1, ior: 1.5, thickness: 0.1, ...values.advanced };
  const tags = ['glass', 'transparent', 'vidrio', 'transparente'];
  return { key, name, es, category: 'glass', tags, values: { color, roughness: 0.03, ...values, advanced } };
}

/** Materials with plain values, or with maps that are painted in code. */
export const materials: readonly MaterialSeed[] = [
  metal('gold', ['Gold', 'Oro'], '#e0b04a', { roughness: 0.18 }),
  metal('silver', ['Silver', 'Plata'], '#d9dbdf', { roughness: 0.14 }),
  metal('copper', ['Copper', 'Cobre'], '#c9774f', { roughness: 0.24 }),
  metal('brass', ['Brass', 'Latón'], '#c9a24b', { roughness: 0.3 }),
  metal('chrome', ['Chrome', 'Cromo'], '#eceff2', { roughness: 0.03 }),
  metal('brushed-steel', ['Brushed steel', 'Acero cepillado'], '#b7bcc2', {
    roughness: 1,
    maps: { roughness: 'texture-brushed-roughness' },
    uv: { size: 0.5 },
    advanced: { anisotropy: 0.6 },
  }),
  metal('black-steel', ['Black steel', 'Acero negro'], '#2b2e33', { roughness: 0.42 }),
  metal('rose-gold', ['Rose gold', 'Oro rosa'], '#d99a86', { roughness: 0.2 }),
  plastic('white-plastic', ['White plastic', 'Plástico blanco'], '#f1f2f3'),
  plastic('black-plastic', ['Black plastic', 'Plástico negro'], '#202226', { roughness: 0.35 }),
  plastic('red-gloss', ['Red gloss', 'Rojo brillante'], '#c22f2f', {
    roughness: 0.12,
    advanced: { clearcoat: 1 },
  }),
  plastic('blue-gloss', ['Blue gloss', 'Azul brillante'], '#1d6ae7', {
    roughness: 0.12,
    advanced: { clearcoat: 1 },
  }),
  plastic('yellow-matt', ['Yellow matt', 'Amarillo mate'], '#f0b44c', { roughness: 0.8 }),
  plastic('soft-touch', ['Soft touch', 'Tacto suave'], '#4a5260', {
    roughness: 0.85,
    advanced: { sheen: 0.5, sheenColor: '#9aa6b8' },
  }),
  {
    key: 'oak',
    name: 'Oak',
    es: 'Roble',
    category: 'wood',
    tags: ['wood', 'light', 'madera', 'clara'],
    values: { color: '#ffffff', roughness: 0.62, maps: { color: 'texture-oak' }, uv: { size: 1.2 } },
  },
  {
    key: 'walnut',
    name: 'Walnut',
    es: 'Nogal',
    category: 'wood',
    tags: ['wood', 'dark', 'madera', 'oscura'],
    values: { color: '#ffffff', roughness: 0.5, maps: { color: 'texture-walnut' }, uv: { size: 1.2 } },
  },
  {
    key: 'lacquered-walnut',
    name: 'Lacquered walnut',
    es: 'Nogal lacado',
    category: 'wood',
    tags: ['wood', 'shiny', 'madera', 'brillante'],
    values: {
      color: '#ffffff',
      roughness: 0.45,
      maps: { color: 'texture-walnut' },
      uv: { size: 1.2 },
      advanced: { clearcoat: 1 },
    },
  },
  {
    key: 'white-marble',
    name: 'White marble',
    es: 'Mármol blanco',
    category: 'stone',
    tags: ['stone', 'polished', 'piedra', 'pulida'],
    values: { color: '#ffffff', roughness: 0.14, maps: { color: 'texture-marble' }, uv: { size: 2 } },
  },
  {
    key: 'concrete',
    name: 'Concrete',
    es: 'Hormigón',
    category: 'stone',
    tags: ['stone', 'rough', 'piedra', 'rugoso'],
    values: { color: '#ffffff', roughness: 0.9, maps: { color: 'texture-concrete' }, uv: { size: 2 } },
  },
  {
    key: 'terrazzo',
    name: 'Terrazzo',
    es: 'Terrazo',
    category: 'stone',
    tags: ['stone', 'floor', 'piedra', 'suelo'],
    values: { color: '#ffffff', roughness: 0.3, maps: { color: 'texture-terrazzo' }, uv: { size: 0.8 } },
  },
  {
    key: 'terracotta',
    name: 'Terracotta',
    es: 'Terracota',
    category: 'stone',
    tags: ['clay', 'pot', 'arcilla'],
    values: { color: '#c96f4a', roughness: 0.85 },
  },
  {
    key: 'porcelain',
    name: 'Porcelain',
    es: 'Porcelana',
    category: 'stone',
    tags: ['ceramic', 'white', 'cerámica', 'blanca'],
    values: { color: '#f4f2ec', roughness: 0.18, advanced: { clearcoat: 0.8 } },
  },
  {
    key: 'plaster',
    name: 'Plaster',
    es: 'Yeso',
    category: 'stone',
    tags: ['white', 'wall', 'blanco', 'pared'],
    values: { color: '#ece6db', roughness: 0.95 },
  },
  glass('clear-glass', ['Clear glass', 'Vidrio transparente'], '#ffffff'),
  glass('frosted-glass', ['Frosted glass', 'Vidrio esmerilado'], '#ffffff', { roughness: 0.45 }),
  glass('green-glass', ['Green glass', 'Vidrio verde'], '#bfe3c8', {
    advanced: { attenuationColor: '#4fae74', attenuationDistance: 0.3 },
  }),
  glass('amber-glass', ['Amber glass', 'Vidrio ámbar'], '#f2cf9a', {
    advanced: { attenuationColor: '#c9752a', attenuationDistance: 0.25 },
  }),
  glass('soap-bubble', ['Soap bubble', 'Pompa de jabón'], '#ffffff', {
    advanced: { iridescence: 1, ior: 1.3 },
  }),
  {
    key: 'linen',
    name: 'Linen',
    es: 'Lino',
    category: 'fabric',
    tags: ['cloth', 'natural', 'tela'],
    values: {
      color: '#d8cfc0',
      roughness: 0.95,
      maps: { normal: 'texture-weave-normal' },
      uv: { repeat: [3, 3], size: 0.6 },
    },
  },
  {
    key: 'denim',
    name: 'Denim',
    es: 'Vaquero',
    category: 'fabric',
    tags: ['cloth', 'blue', 'tela', 'azul'],
    values: {
      color: '#3f5a80',
      roughness: 0.92,
      maps: { normal: 'texture-weave-normal' },
      uv: { repeat: [5, 5], size: 0.6 },
      advanced: { sheen: 0.4, sheenColor: '#9db4d3' },
    },
  },
  {
    key: 'velvet',
    name: 'Velvet',
    es: 'Terciopelo',
    category: 'fabric',
    tags: ['cloth', 'red', 'tela', 'rojo'],
    values: { color: '#5c1626', roughness: 0.9, advanced: { sheen: 1, sheenColor: '#e08a9c' } },
  },
  {
    key: 'felt',
    name: 'Felt',
    es: 'Fieltro',
    category: 'fabric',
    tags: ['cloth', 'soft', 'tela', 'suave'],
    values: { color: '#7c8794', roughness: 1, advanced: { sheen: 0.6, sheenColor: '#cfd6df' } },
  },
  {
    key: 'leather',
    name: 'Brown leather',
    es: 'Cuero marrón',
    category: 'fabric',
    tags: ['skin', 'sofa', 'piel', 'sofá'],
    values: {
      color: '#7a4a2c',
      roughness: 0.55,
      maps: { normal: 'texture-leather-normal' },
      uv: { repeat: [2, 2], size: 0.5 },
    },
  },
  {
    key: 'matt-white',
    name: 'Matt white paint',
    es: 'Pintura blanca mate',
    category: 'paint',
    tags: ['wall', 'pared'],
    values: { color: '#f5f5f2', roughness: 0.92 },
  },
  {
    key: 'sage-paint',
    name: 'Sage paint',
    es: 'Pintura salvia',
    category: 'paint',
    tags: ['wall', 'green', 'pared', 'verde'],
    values: { color: '#8fa58a', roughness: 0.85 },
  },
  {
    key: 'car-red',
    name: 'Car paint, red',
    es: 'Pintura de coche roja',
    category: 'paint',
    tags: ['metallic', 'vehicle', 'metalizada', 'vehículo'],
    values: {
      color: '#a81420',
      roughness: 0.4,
      metalness: 0.6,
      advanced: { clearcoat: 1, clearcoatRoughness: 0.02 },
    },
  },
  {
    key: 'checks',
    name: 'Checkered floor',
    es: 'Suelo ajedrezado',
    category: 'paint',
    tags: ['floor', 'tiles', 'suelo', 'baldosas'],
    values: { color: '#ffffff', roughness: 0.25, maps: { color: 'texture-checks' }, uv: { size: 1.6 } },
  },
  {
    key: 'warm-glow',
    name: 'Warm glow',
    es: 'Luz cálida',
    category: 'glow',
    tags: ['light', 'lamp', 'lámpara'],
    values: { color: '#fff3dc', roughness: 0.6, emissive: '#ffb968', emissiveIntensity: 2 },
  },
  {
    key: 'neon-blue',
    name: 'Blue neon',
    es: 'Neón azul',
    category: 'glow',
    tags: ['light', 'sign', 'letrero'],
    values: { color: '#0b1c3a', roughness: 0.4, emissive: '#3b8bff', emissiveIntensity: 3 },
  },
];
