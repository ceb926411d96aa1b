import type { LayerSpecs } from '../layer-specs.ts';
import { pushTo, stringsIn } from '../layer-stack.ts';

/** A colour channel of a picture. */
type Channel = 'r' | 'g' | 'b' | 'a';

/** A picture that a shader input reads. */
export type Picture = {
  /** Path of the texture node. */
  node: string;
  file: string;
  /** The channel that is read, where the network names one. */
  channel: Channel | null;
  /** Multiplied with the picture. */
  factor: number[];
  /** Whether 1 minus the picture is read. */
  isInverted: boolean;
  /** Whether the network reads heights from the picture. */
  isHeight: boolean;
  /** Strength of a normal map. */
  strength: number;
};

/** Value of a shader input: a constant, or a picture. */
export type Source = { value: unknown; picture?: undefined } | { picture: Picture; value?: undefined };

const RENDER_CONTEXTS = ['', 'mtlx:', 'mdl:', 'arnold:', 'ri:', 'glslfx:'];
/** Inputs of texture nodes that name the file. */
const FILES = ['file', 'filename', 'texture', 'tex'];
/** Inputs that a node passes on, the most usual first. */
const PASSED =
  'in input inColor in1 in2 bg fg color color1 color2 bump_map normal image value fallback default'.split(
    ' ',
  );
const MOST_NODES = 64;
const INPUT = '.inputs:';

/** Follows the connections of shaders, by the names of their inputs. */
export class ShaderNetwork {
  readonly #specs: LayerSpecs;
  readonly #inputs: ReadonlyMap<string, readonly string[]>;
  readonly #outputs: ReadonlyMap<string, readonly string[]>;

  constructor(specs: LayerSpecs) {
    this.#specs = specs;
    const inputs = new Map<string, string[]>();
    const outputs = new Map<string, string[]>();
    for (const path of Object.keys(specs)) {
      const at = path.indexOf('.');
      if (path.startsWith(INPUT, at)) {
        pushTo(inputs, path.slice(0, at), path.slice(at + INPUT.length));
      } else if (path.startsWith('.outputs:', at)) {
        pushTo(outputs, path.slice(0, at), path);
      }
    }
    this.#inputs = inputs;
    this.#outputs = outputs;
  }

  /** Paths of a material's surface shaders, the one for all renderers first. */
  surfacesOf(material: string): string[] {
    return RENDER_CONTEXTS.flatMap((context) => this.#shaderAt(`${material}.outputs:${context}surface`, 0));
  }

  /** A constant of a shader. */
  constant(node: string, name: string): unknown {
    return this.#specs[`${node}.${name}`]?.fields.default;
  }

  idOf(shader: string): string {
    return String(
      this.constant(shader, 'info:id') ??
        this.#specs[shader]?.fields['info:id'] ??
        this.constant(shader, 'info:mdl:sourceAsset:subIdentifier') ??
        '',
    );
  }

  /** Names of the inputs that a shader sets. */
  inputsOf(shader: string): readonly string[] {
    return this.#inputs.get(shader) ?? [];
  }

  /** All texture nodes that a shader's inputs lead to. */
  texturesBehind(shader: string): string[] {
    const seen = new Set([shader]);
    const ahead = [shader];
    for (let node = ahead.pop(); node !== undefined; node = ahead.pop()) {
      const inputs = this.inputsOf(node).map((name) => `${node}${INPUT}${name}`);
      const outputs = this.#isShader(node) ? [] : this.#outputs.get(node);
      for (const target of [...inputs, ...(outputs ?? [])].flatMap((path) => this.#targets(path))) {
        const [next] = splitPath(target);
        if (!seen.has(next)) {
          seen.add(next);
          ahead.push(next);
        }
      }
    }
    return [...seen].filter((node) => this.#fileOf(node, 0) !== undefined);
  }

  /** The first of several inputs that has a source. */
  input(shader: string, names: readonly string[]): Source | undefined {
    for (const name of names) {
      const source = this.#attribute(`${shader}.inputs:${name}`, 0);
      if (source !== undefined) {
        return source;
      }
    }
    return undefined;
  }

  /** The node that an input is connected to. */
  nodeBehind(node: string, name: string): string | undefined {
    return this.#targets(`${node}.inputs:${name}`).map(splitPath)[0]?.[0];
  }

  #targets(attribute: string): string[] {
    return stringsIn(this.#specs[attribute]?.fields.connectionPaths).map((path) => path.replace(/[<>]/g, ''));
  }

  #shaderAt(attribute: string, depth: number): string[] {
    return this.#targets(attribute).flatMap((target) => {
      const [node] = splitPath(target);
      return this.#isShader(node) || depth > MOST_NODES ? [node] : this.#shaderAt(target, depth + 1);
    });
  }

  #isShader(node: string): boolean {
    return this.#specs[node]?.fields.typeName === 'Shader';
  }

  #attribute(path: string, depth: number): Source | undefined {
    if (depth > MOST_NODES) {
      return undefined;
    }
    for (const target of this.#targets(path)) {
      const [node, output] = splitPath(target);
      const source = this.#isShader(node)
        ? this.#node(node, output, depth + 1)
        : this.#attribute(target, depth + 1);
      if (source !== undefined) {
        return source;
      }
    }
    const fields = this.#specs[path]?.fields;
    const value = fields?.default;
    if (value === undefined) {
      return undefined;
    }
    // Shaders of MDL name their files themselves.
    const isFile = fields?.typeName === 'asset' && value !== '';
    return isFile ? { picture: pictureOf(path.slice(0, path.indexOf('.')), String(value)) } : { value };
  }

  #node(node: string, output: string, depth: number): Source | undefined {
    const id = this.idOf(node).toLowerCase();
    const file = this.#fileOf(node, depth);
    if (file !== undefined) {
      const scale = id.includes('uvtexture') ? numbersIn(this.constant(node, 'inputs:scale')) : [];
      const factor = scale.length > 0 ? scale : [1];
      return { picture: { ...pictureOf(node, file), factor, channel: channelOf(output) } };
    }
    const inputs = PASSED.flatMap((name) => this.#attribute(`${node}.inputs:${name}`, depth) ?? []);
    const passed = inputs.find(({ picture }) => picture) ?? inputs[0];
    if (id.includes('multiply') && inputs.length > 1) {
      return product(inputs);
    }
    return passed?.picture ? { picture: this.#changed(passed.picture, { node, id, output }) } : passed;
  }

  /** The file that a texture node reads. */
  #fileOf(node: string, depth: number): string | undefined {
    const source = FILES.map((name) => this.#attribute(`${node}${INPUT}${name}`, depth)).find(Boolean);
    const file = source?.picture?.file ?? source?.value;
    return typeof file === 'string' && file !== '' ? file : undefined;
  }

  /** A picture behind a node that changes it. */
  #changed(picture: Picture, { node, id, output }: { node: string; id: string; output: string }): Picture {
    const picked = this.constant(node, 'inputs:channels') ?? this.constant(node, 'inputs:index');
    const scale = this.constant(node, 'inputs:scale') ?? this.constant(node, 'inputs:bump_height');
    return {
      ...picture,
      channel: channelOf(output) ?? channelOf(picked) ?? picture.channel,
      isInverted: picture.isInverted !== /invert|one_?minus|reverse/.test(id),
      isHeight: picture.isHeight || /bump|heighttonormal/.test(id),
      strength: id.includes('normal') && typeof scale === 'number' ? scale : picture.strength,
    };
  }
}

function pictureOf(node: string, file: string): Picture {
  return { node, file, channel: null, factor: [1], isInverted: false, isHeight: false, strength: 1 };
}

/** Constants and a picture that are multiplied. */
function product(sources: readonly Source[]): Source {
  const picture = sources.find((source) => source.picture)?.picture;
  const factor = sources
    .flatMap(({ value }) => (value === undefined ? [] : [numbersIn(value)]))
    .reduce(times, [1]);
  return picture ? { picture: { ...picture, factor: times(picture.factor, factor) } } : { value: factor };
}

function times(one: number[], other: number[]): number[] {
  const length = Math.max(one.length, other.length);
  return Array.from({ length }, (_, i) => (one[i] ?? one[0] ?? 1) * (other[i] ?? other[0] ?? 1));
}

/** The numbers of a value of USD. */
export function numbersIn(value: unknown): number[] {
  if (typeof value === 'number' || typeof value === 'boolean') {
    return [Number(value)];
  }
  const list = ArrayBuffer.isView(value) ? Array.from(value as Float32Array) : value;
  return Array.isArray(list) ? list.flat().map(Number).filter(Number.isFinite) : [];
}

/** The channel that an output, a swizzle or an index names. */
function channelOf(name: unknown): Channel | null {
  if (typeof name === 'number') {
    return (['r', 'g', 'b', 'a'] as const)[name] ?? null;
  }
  const letter = /^(?:outputs:)?(?:out)?([rgbaxyzw])$/.exec(String(name))?.[1];
  const channels: Record<string, Channel> = {
    r: 'r',
    g: 'g',
    b: 'b',
    a: 'a',
    x: 'r',
    y: 'g',
    z: 'b',
    w: 'a',
  };
  return letter === undefined ? null : (channels[letter] ?? null);
}

function splitPath(path: string): [node: string, property: string] {
  const at = path.indexOf('.');
  return at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at + 1)];
}
