import { readXml } from '../../parse-text.ts';
import { type LayerSpecs, SPEC_TYPE } from '../layer-specs.ts';

/** Root of the layer that OpenUSD makes of a MaterialX document. */
const ROOT = '/MaterialX';
const MATERIALS = `${ROOT}/Materials`;
const NUMBERS = /^(float|integer|vector[234]|color[34])$/;
const SCOPE = 'Scope';

/**
 * Reads a MaterialX document as the layer that OpenUSD makes of it: its materials are children of
 * `/MaterialX/Materials`, each with the shaders and node graphs of the document.
 * @throws RefusedError for text that is no XML.
 */
export function readMtlx(text: string): LayerSpecs {
  const root = readXml(text).documentElement;
  const layer = new MtlxLayer();
  layer.prim('/', '');
  layer.specs['/'] = { specType: SPEC_TYPE.prim, fields: { defaultPrim: 'MaterialX' } };
  layer.prim(ROOT, SCOPE);
  layer.prim(MATERIALS, SCOPE);
  const nodes = [...root.children];
  for (const material of nodes.filter(({ tagName }) => tagName === 'surfacematerial')) {
    layer.material(material, nodes);
  }
  return layer.specs;
}

class MtlxLayer {
  readonly specs: LayerSpecs = {};

  prim(path: string, typeName: string): void {
    this.specs[path] = { specType: SPEC_TYPE.prim, fields: { specifier: 0, typeName } };
  }

  material(material: Element, nodes: readonly Element[]): void {
    const path = `${MATERIALS}/${nameOf(material)}`;
    this.prim(path, 'Material');
    for (const node of nodes) {
      if (node.tagName === 'nodegraph') {
        this.#graph(path, node);
      } else if (!/^(surfacematerial|nodedef|implementation|look|collection)$/.test(node.tagName)) {
        this.#node(path, node);
      }
    }
    for (const input of inputsOf(material)) {
      const kind = { surfaceshader: 'surface', displacementshader: 'displacement' }[nameOf(input)];
      if (kind !== undefined) {
        this.#attribute(`${path}.outputs:mtlx:${kind}`, input, path);
      }
    }
  }

  #graph(holder: string, graph: Element): void {
    const path = `${holder}/${nameOf(graph)}`;
    this.prim(path, 'NodeGraph');
    for (const node of graph.children) {
      if (node.tagName === 'output') {
        this.#attribute(`${path}.outputs:${nameOf(node)}`, node, path);
      } else if (node.tagName === 'input') {
        this.#attribute(`${path}.inputs:${nameOf(node)}`, node, holder);
      } else {
        this.#node(path, node);
      }
    }
  }

  #node(holder: string, node: Element): void {
    const path = `${holder}/${nameOf(node)}`;
    this.prim(path, 'Shader');
    this.specs[`${path}.info:id`] = {
      specType: SPEC_TYPE.attribute,
      fields: { typeName: 'token', default: `ND_${node.tagName}_${node.getAttribute('type') ?? ''}` },
    };
    for (const input of inputsOf(node)) {
      this.#attribute(`${path}.inputs:${nameOf(input)}`, input, holder);
    }
  }

  /** @param scope path whose children `nodename` and `nodegraph` refer to */
  #attribute(path: string, input: Element, scope: string): void {
    const type = input.getAttribute('type') ?? '';
    const output = input.getAttribute('output') ?? 'out';
    const node = input.getAttribute('nodename') ?? input.getAttribute('nodegraph');
    const interfaceName = input.getAttribute('interfacename');
    const value = input.getAttribute('value');
    const fields: Record<string, unknown> = { typeName: type === 'filename' ? 'asset' : type };
    if (node !== null) {
      fields.connectionPaths = [`${scope}/${plain(node)}.outputs:${plain(output)}`];
    } else if (interfaceName !== null) {
      fields.connectionPaths = [`${scope}.inputs:${plain(interfaceName)}`];
    } else if (value !== null) {
      fields.default = type === 'filename' ? prefixOf(input) + value : mtlxValue(type, value);
    }
    this.specs[path] = { specType: SPEC_TYPE.attribute, fields };
  }
}

function inputsOf(node: Element): Element[] {
  return [...node.children].filter(({ tagName }) => tagName === 'input');
}

/** The folder before file names, which each element inherits. */
function prefixOf(element: Element): string {
  return element.closest('[fileprefix]')?.getAttribute('fileprefix') ?? '';
}

function nameOf(element: Element): string {
  return plain(element.getAttribute('name') ?? element.tagName);
}

/** Names of namespaces contain colons, which no prim of USD may. */
function plain(name: string): string {
  return name.replace(/[^\w]/g, '_');
}

function mtlxValue(type: string, text: string): unknown {
  if (type === 'boolean') {
    return text.trim() === 'true';
  }
  if (!NUMBERS.test(type)) {
    return text;
  }
  const numbers = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
  return numbers.length === 1 ? numbers[0] : numbers;
}
