import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { RefusedError } from '../refused-error.ts';
import { type LayerSpecs, SPEC_TYPE, type UsdReference } from './layer-specs.ts';
import { FIELD_NAMES, KEYWORDS, LIST_EDITS, SPECIFIERS, VARIABILITIES } from './usda-keywords.ts';
import { UsdaTokens } from './usda-tokens.ts';

const NUMBERS = /^(?:float|double|half|int|uint|int64|uint64|uchar|timecode)$/;

const QUATERNION = /^quat[fdh]/;

/** Limit of nesting; a text of nothing but braces would overflow the call stack. */
const MAX_DEPTH = 500;
type Fields = Record<string, unknown>;

/**
 * Parses a text layer into the result of three.js' reader for the binary form.
 * @throws {@link RefusedError} for invalid text.
 */
export function readUsda(text: string): LayerSpecs {
  return new Reader(text).read();
}

class Reader {
  readonly #tokens: UsdaTokens;
  readonly #specs: LayerSpecs = {};
  #depth = 0;

  constructor(text: string) {
    this.#tokens = new UsdaTokens(text);
  }

  read(): LayerSpecs {
    const fields: Fields = {};
    this.#specs['/'] = { specType: SPEC_TYPE.prim, fields };
    if (this.#tokens.isNext('(')) {
      this.#readMetadata(fields);
    }
    while (!this.#tokens.isAtEnd()) {
      this.#readStatement('/');
    }
    return this.#specs;
  }

  #readBody(path: string): void {
    this.#goDeeper();
    this.#tokens.expect('{');
    while (!this.#tokens.skip('}')) {
      this.#assertGoesOn();
      this.#readStatement(path);
    }
    this.#depth -= 1;
  }

  #goDeeper(): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) {
      throw new RefusedError(importMessage('damaged.too-deep'));
    }
  }

  #readStatement(path: string): void {
    const { kind, value } = this.#tokens.peek();
    if (kind !== 'name') {
      // Separators and unknown signs.
      this.#tokens.take();
      return;
    }
    if (SPECIFIERS.includes(value)) {
      this.#tokens.take();
      this.#readPrim(path, SPECIFIERS.indexOf(value));
    } else if (value === 'variantSet') {
      this.#tokens.take();
      this.#readVariantSet(path);
    } else {
      this.#readProperty(path);
    }
  }

  #readPrim(holder: string, specifier: number): void {
    const first = this.#tokens.take();
    const hasType = first.kind === 'name';
    const name = String((hasType ? this.#tokens.take() : first).value);
    const path = holder === '/' ? `/${name}` : `${holder}/${name}`;
    const fields: Fields = { specifier, ...(hasType && { typeName: first.value }) };
    this.#specs[path] = { specType: SPEC_TYPE.prim, fields };
    listOf(this.#specs[holder]?.fields ?? {}, 'primChildren').push(name);
    this.#readMetadata(fields);
    this.#readBody(path);
  }

  #readVariantSet(path: string): void {
    const set = String(this.#tokens.take().value);
    const names: string[] = [];
    listOf(this.#specs[path]?.fields ?? {}, 'variantSetChildren').push(set);
    this.#specs[`${path}/{${set}=}`] = { specType: SPEC_TYPE.variantSet, fields: { variantChildren: names } };
    this.#tokens.expect('=');
    this.#tokens.expect('{');
    while (!this.#tokens.skip('}')) {
      this.#assertGoesOn();
      const variant = String(this.#tokens.take().value);
      names.push(variant);
      const fields: Fields = {};
      this.#specs[`${path}/{${set}=${variant}}`] = { specType: SPEC_TYPE.variant, fields };
      this.#readMetadata(fields);
      this.#readBody(`${path}/{${set}=${variant}}`);
    }
  }

  #readProperty(path: string): void {
    let word = this.#takeName();
    const edit = LIST_EDITS.includes(word) ? word : null;
    while (LIST_EDITS.includes(word) || VARIABILITIES.includes(word)) {
      word = this.#takeName();
    }
    const isArray = this.#skipBrackets();
    const name = this.#tokens.peek().kind === 'name' ? this.#takeName() : '';
    const [, own = name, part] = /^(.*?)(?:\.(timeSamples|connect|spline))?$/.exec(name) ?? [];
    const isRelationship = word === 'rel';
    const key = `${path}.${own}`;
    const fields = this.#specs[key]?.fields ?? {};
    if (this.#tokens.skip('=')) {
      if (part === 'timeSamples') {
        fields.timeSamples = this.#readSamples(isArray ? `${word}[]` : word);
      } else if (isRelationship || part === 'connect') {
        const paths = this.#readReferences().map(({ primPath }) => primPath);
        if (edit !== 'delete' && edit !== 'reorder') {
          fields[isRelationship ? 'targetPaths' : 'connectionPaths'] = paths;
        }
      } else if (part === undefined) {
        fields.default = valueOfType(isArray ? `${word}[]` : word, this.#readValue());
      } else {
        this.#readValue();
      }
    }
    if (!isRelationship) {
      fields.typeName = isArray ? `${word}[]` : word;
    }
    if (name !== '' && word !== 'nameChildren' && word !== 'properties') {
      const specType = isRelationship ? SPEC_TYPE.relationship : SPEC_TYPE.attribute;
      this.#specs[key] = { specType, fields };
    }
    this.#readMetadata(fields);
  }

  #readSamples(type: string): { times: number[]; values: unknown[] } {
    const samples = Object.entries(this.#readDictionary())
      .map(([time, value]) => ({ time: Number(time), value: valueOfType(type, value) }))
      .filter(({ time, value }) => Number.isFinite(time) && value !== undefined)
      .sort((a, b) => a.time - b.time);
    return { times: samples.map(({ time }) => time), values: samples.map(({ value }) => value) };
  }

  /** Reads metadata in parentheses after a name, if there is any. */
  #readMetadata(fields: Fields): void {
    if (!this.#tokens.skip('(')) {
      return;
    }
    this.#goDeeper();
    while (!this.#tokens.skip(')')) {
      this.#assertGoesOn();
      const { kind, value } = this.#tokens.take();
      if (kind !== 'name') {
        continue;
      }
      const isEdit = LIST_EDITS.includes(value);
      const key = isEdit ? this.#takeName() : value;
      this.#tokens.expect('=');
      const metadatum = this.#readMetadatum(key);
      if (value !== 'delete' && value !== 'reorder') {
        // Prepended and appended entries are merged into one list.
        const before = isEdit ? fields[FIELD_NAMES[key] ?? key] : undefined;
        fields[FIELD_NAMES[key] ?? key] =
          Array.isArray(before) && Array.isArray(metadatum) ? [...before, ...metadatum] : metadatum;
      }
    }
    this.#depth -= 1;
  }

  #readMetadatum(key: string): unknown {
    switch (key) {
      case 'references':
      case 'payload':
        return this.#readReferences();
      case 'subLayers':
        return this.#readReferences().map(({ assetPath }) => assetPath);
      case 'inherits':
      case 'specializes':
        return this.#readReferences().map(({ primPath }) => primPath);
      default:
        return this.#readValue();
    }
  }

  /** Reads paths of files, of prims, or of prims in files: one, or a list. */
  #readReferences(): UsdReference[] {
    const isList = this.#tokens.skip('[');
    const found: UsdReference[] = [];
    do {
      const { kind } = this.#tokens.peek();
      if (kind === 'file' || kind === 'path') {
        const assetPath = kind === 'file' ? String(this.#tokens.take().value) : '';
        const primPath = this.#tokens.peek().kind === 'path' ? String(this.#tokens.take().value) : '';
        found.push({ assetPath, primPath });
        this.#readMetadata({});
      } else if (isList && !this.#tokens.isNext(']')) {
        this.#tokens.take();
      } else if (!isList) {
        this.#tokens.take();
      }
      this.#assertGoesOn();
    } while (isList && !this.#tokens.skip(']'));
    return found;
  }

  /** Reads a value of any type; nested tuples and lists are flattened. */
  #readValue(): unknown {
    const { kind, value } = this.#tokens.peek();
    if (kind === 'sign' && (value === '[' || value === '(')) {
      const list: unknown[] = [];
      this.#readList(list);
      return list;
    }
    if (kind === 'sign' && value === '{') {
      return this.#readDictionary();
    }
    this.#tokens.take();
    if (kind === 'file' && this.#tokens.peek().kind === 'path') {
      this.#tokens.take();
    }
    return kind === 'name' && value in KEYWORDS ? KEYWORDS[value] : value;
  }

  #readList(into: unknown[]): void {
    this.#goDeeper();
    const close = this.#tokens.take().value === '[' ? ']' : ')';
    while (!this.#tokens.skip(close)) {
      const { kind, value } = this.#tokens.peek();
      if (kind === 'sign' && (value === '[' || value === '(')) {
        this.#readList(into);
      } else if (kind === 'sign') {
        this.#assertGoesOn();
        this.#tokens.take();
      } else {
        into.push(value);
        this.#tokens.take();
      }
    }
    this.#depth -= 1;
  }

  /** Reads `{ type name = value }` and `{ key: value, }`. */
  #readDictionary(): Record<string, unknown> {
    const entries: Record<string, unknown> = {};
    let key = '';
    this.#goDeeper();
    this.#tokens.expect('{');
    while (!this.#tokens.skip('}')) {
      this.#assertGoesOn();
      if (this.#tokens.skip('=') || this.#tokens.skip(':')) {
        entries[key] = this.#readValue();
      } else if (!this.#skipBrackets()) {
        key = String(this.#tokens.take().value);
      }
    }
    this.#depth -= 1;
    return entries;
  }

  #skipBrackets(): boolean {
    const isArray = this.#tokens.skip('[');
    if (isArray) {
      this.#tokens.expect(']');
    }
    return isArray;
  }

  #takeName(): string {
    const { kind, value } = this.#tokens.take();
    return kind === 'name' ? value : '';
  }

  #assertGoesOn(): void {
    if (this.#tokens.isAtEnd()) {
      throw new RefusedError(importMessage('damaged.ends-early'));
    }
  }
}

function listOf(fields: Fields, name: string): unknown[] {
  const list = fields[name];
  if (Array.isArray(list)) {
    return list;
  }
  const made: unknown[] = [];
  fields[name] = made;
  return made;
}

/**
 * Converts a value to the binary reader's form: lists are flat, and quaternions have their real part last.
 * @param type - type name in the text, such as `float3[]`
 */
function valueOfType(type: string, value: unknown): unknown {
  if (value === undefined) {
    return undefined;
  }
  if (QUATERNION.test(type) && Array.isArray(value)) {
    return value.flatMap((_, i) => (i % 4 === 0 ? [1, 2, 3, 0].map((k) => value[i + k]) : []));
  }
  if (type === 'bool') {
    return value === true || value === 1;
  }
  if (NUMBERS.test(type)) {
    return Number(value);
  }
  return value;
}
