import {
  type Document,
  Extension,
  ExtensionProperty,
  type IProperty,
  type Nullable,
  type Property,
  PropertyType,
  RefMap,
  type WriterContext,
} from '@gltf-transform/core';
import { KHRLightsPunctual, KHRNodeVisibility, Light } from '@gltf-transform/extensions';
import { removeHidden } from '../../import/remove-hidden.ts';

const NAME = 'KHR_interactivity';

interface IInteractivity extends IProperty {
  graph: string;
  targets: RefMap<Property>;
}

/** An index of a property of the file, in the JSON of a graph: `@3@`, by the key of the target. */
const TARGET = /@(\d+)@/g;

/** The behaviour of a document: a graph of KHR_interactivity. Indices of its targets follow every change of the document. */
export class Interactivity extends ExtensionProperty<IInteractivity> {
  static override readonly EXTENSION_NAME = NAME;
  declare extensionName: typeof NAME;
  declare propertyType: 'Interactivity';
  declare parentTypes: [PropertyType.ROOT];

  protected init(): void {
    this.extensionName = NAME;
    this.propertyType = 'Interactivity';
    this.parentTypes = [PropertyType.ROOT];
  }

  protected override getDefaults(): Nullable<IInteractivity> {
    return Object.assign(super.getDefaults() as IProperty, { graph: '{}', targets: new RefMap<Property>() });
  }

  /** Sets the graph, whose JSON names targets by {@link TARGET}. */
  setGraph(graph: object, targets: readonly Property[]): this {
    for (const [key, target] of targets.entries()) {
      this.setRefMap('targets', String(key), target);
    }
    return this.set('graph', JSON.stringify(graph));
  }

  /** The properties that the graph reads or changes. */
  listTargets(): Property[] {
    return this.listRefMapValues('targets');
  }

  /** The graph with the indices of its targets; one that is gone has no property. */
  toJson(indexOf: (target: Property) => number | undefined): object {
    const at = (key: string) => {
      const target = this.getRefMap('targets', key);
      return (target && indexOf(target)) ?? -1;
    };
    return JSON.parse(this.get('graph'), (_, value: unknown) => {
      if (typeof value !== 'string') {
        return value;
      }
      const [, whole] = /^@(\d+)@$/.exec(value) ?? [];
      return whole === undefined
        ? value.replace(TARGET, (_match, key: string) => String(at(key)))
        : at(whole);
    });
  }
}

/** Writes the behaviour of a document; see https://github.com/KhronosGroup/glTF/tree/main/extensions/2.0/Khronos/KHR_interactivity. */
export class KHRInteractivity extends Extension {
  static override readonly EXTENSION_NAME = NAME;
  override readonly extensionName = NAME;

  createInteractivity(): Interactivity {
    return new Interactivity(this.document.getGraph());
  }

  read(): this {
    return this;
  }

  write(context: WriterContext): this {
    const interactivity = this.document.getRoot().getExtension<Interactivity>(NAME);
    if (interactivity) {
      const lights = lightsOf(this.document);
      const maps: ReadonlyMap<Property, number>[] = [
        context.nodeIndexMap,
        context.materialIndexMap,
        context.animationIndexMap,
        new Map(lights.map((light, i) => [light, i])),
      ];
      const graph = interactivity.toJson((target) => maps.find((map) => map.has(target))?.get(target));
      const { json } = context.jsonDoc;
      json.extensions = { ...json.extensions, [NAME]: { graphs: [graph], graph: 0 } };
    }
    return this;
  }
}

/** Declares that objects of a document can be selected, which is the default of each node. */
export const KHRNodeSelectability = emptyExtension('KHR_node_selectability');

/** Declares that objects of a document can be hovered over, which is the default of each node. */
export const KHRNodeHoverability = emptyExtension('KHR_node_hoverability');

/** Extensions of the behaviour of files. */
export const BEHAVIOUR_EXTENSIONS = [KHRInteractivity, KHRNodeSelectability, KHRNodeHoverability];

function emptyExtension<Name extends string>(name: Name) {
  return class extends Extension {
    static override readonly EXTENSION_NAME = name;
    override readonly extensionName = name;
    read(): this {
      return this;
    }
    write(): this {
      return this;
    }
  };
}

/** The lights of a document, in the order of its file. */
function lightsOf(document: Document): Light[] {
  const extension = extensionOf(document, KHRLightsPunctual.EXTENSION_NAME);
  return (extension?.listProperties() ?? []).filter((property) => property instanceof Light);
}

/** The properties that the behaviour of a document reads or changes. */
export function interactiveTargets(document: Document): ReadonlySet<Property> {
  return new Set(document.getRoot().getExtension<Interactivity>(NAME)?.listTargets());
}

/** Removes the behaviour of a document and what it hides, for readers that know neither. */
export function leaveOutInteractivity(document: Document): void {
  for (const { EXTENSION_NAME } of BEHAVIOUR_EXTENSIONS) {
    document.disposeExtension(EXTENSION_NAME);
  }
  if (extensionOf(document, KHRNodeVisibility.EXTENSION_NAME)) {
    removeHidden(document);
  }
}

function extensionOf(document: Document, name: string): Extension | undefined {
  return document
    .getRoot()
    .listExtensionsUsed()
    .find(({ extensionName }) => extensionName === name);
}
