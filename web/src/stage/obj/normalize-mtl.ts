import { plainNumber } from '../parse-text.ts';

type Line = { key: string; value: string };

/** Maximum number of words after each option of a picture; numeric options may have fewer. */
const OPTIONS: Readonly<Record<string, number>> = {
  '-blendu': 1,
  '-blendv': 1,
  '-boost': 1,
  '-bm': 1,
  '-cc': 1,
  '-clamp': 1,
  '-imfchan': 1,
  '-mm': 2,
  '-o': 3,
  '-s': 3,
  '-t': 3,
  '-texres': 1,
  '-type': 1,
};
const VECTORS: ReadonlySet<string> = new Set(['-o', '-s', '-t']);
/** A single share applies to all three channels. */
const COLOR = /^k[ades]$/;
const PICTURE = /^(map_.+|bump|norm|disp|decal|refl)$/;
const NORMALS = /(^|[^a-z])(nor|norm|normal|nrm|nmap)([^a-z]|map|$)/i;

/**
 * Rewrites an MTL so that three.js' loader reads it correctly. That loader supports only three options of pictures,
 * with all their numbers, and only spaces as separators.
 */
export function normalizeMtl(text: string): string {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const materials: Line[][] = [[]];
  for (const line of lines) {
    const [, word = '', value = ''] = /^\s*(\S+)\s*(.*?)\s*$/.exec(line) ?? [];
    const key = word.toLowerCase();
    if (key === 'newmtl') {
      materials.push([]);
    }
    const isNamed = key === 'newmtl' || PICTURE.test(key);
    materials.at(-1)?.push({ key, value: isNamed ? value : numbersOf(key, value) });
  }
  return materials.flatMap((material) => withLight(withoutTr(material)).map(written)).join('\n');
}

function numbersOf(key: string, value: string): string {
  const numbers = value.split(/\s+/).map(plainNumber);
  const isGrey = COLOR.test(key) && numbers.length === 1;
  return (isGrey ? [...numbers, ...numbers, ...numbers] : numbers).join(' ');
}

/** Removes `Tr`, which means transparency or opacity depending on the tool, where the unambiguous `d` exists. */
function withoutTr(material: readonly Line[]): Line[] {
  const hasOpacity = material.some(({ key }) => key === 'd');
  return material.filter(({ key, value }) => key !== 'tr' || !(hasOpacity || Number.parseFloat(value) >= 1));
}

/** Adds a white emissive colour to emissive maps, which are multiplied by it and often have black. */
function withLight(material: readonly Line[]): readonly Line[] {
  const isLit = material.some(
    ({ key, value }) => key === 'ke' && value.split(/\s+/).some((share) => Number(share) > 0),
  );
  const hasPicture = material.some(({ key }) => key === 'map_ke');
  return hasPicture && !isLit
    ? [...material.filter(({ key }) => key !== 'ke'), { key: 'ke', value: '1 1 1' }]
    : material;
}

function written({ key, value }: Line): string {
  if (!PICTURE.test(key)) {
    return `${key} ${value}`;
  }
  const { name, options } = readPicture(value);
  // Many tools store normal maps under this key.
  const isNormals = (key === 'map_bump' || key === 'bump') && NORMALS.test(name);
  return [isNormals ? 'norm' : key, ...options, name].join(' ');
}

/** @param value - options before or after the file name, which may contain spaces. */
function readPicture(value: string): { name: string; options: string[] } {
  const words = value.split(/\s+/);
  const name: string[] = [];
  const options: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const option = word.toLowerCase();
    const most = OPTIONS[option];
    if (most === undefined) {
      name.push(word);
      continue;
    }
    const isVector = VECTORS.has(option);
    const values = words.slice(at + 1, at + 1 + most).map(plainNumber);
    const other = isVector ? values.findIndex((number) => !isNumber(number)) : -1;
    const own = other < 0 ? values : values.slice(0, other);
    at += own.length;
    if (option === '-s' || option === '-o') {
      const rest = option === '-s' ? '1' : '0';
      options.push(option, ...[0, 1, 2].map((axis) => own[axis] ?? rest));
    }
  }
  return { name: name.join(' ').replace(/^"(.*)"$/, '$1'), options };
}

function isNumber(word: string): boolean {
  return word !== '' && Number.isFinite(Number(word));
}
