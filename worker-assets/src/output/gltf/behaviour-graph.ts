/** Value types of KHR_interactivity that graphs of ours use. */
export type Signature = 'bool' | 'int' | 'float' | 'float2' | 'float3' | 'float4' | 'ref';

/** A constant value, or the value that another operation computes. */
type Value = { type: Signature; value: readonly unknown[] } | { from: Operation; socket?: string };

/** A node of a graph of KHR_interactivity. */
export type Operation = {
  op: string;
  configuration?: Readonly<Record<string, unknown>>;
  /** Extension that defines the operation, with the types of its output values. */
  extension?: { name: string; outputs: Readonly<Record<string, Signature>> };
  values?: Readonly<Record<string, Value>>;
  flows?: Record<string, Operation>;
};

/** A variable of a graph. */
export type Flag = { index: number };

/** Configuration property that names a value type. */
const TYPE = 'type';

/** A graph of operations of KHR_interactivity, as JSON. */
export class BehaviourGraph {
  readonly #events: Operation[] = [];
  readonly #flags: boolean[] = [];

  get isEmpty(): boolean {
    return this.#events.length === 0;
  }

  /** Adds an operation that starts by itself. */
  addEvent(event: Operation): void {
    this.#events.push(event);
  }

  /** @param isRaised - its value at the start */
  addFlag(isRaised: boolean): Flag {
    this.#flags.push(isRaised);
    return { index: this.#flags.length - 1 };
  }

  toJson(): object {
    const operations = inOrder(this.#events);
    const at = new Map(operations.map((operation, i) => [operation, i]));
    const types: Signature[] = [];
    const typeOf = (signature: Signature) => {
      if (!types.includes(signature)) {
        types.push(signature);
      }
      return types.indexOf(signature);
    };
    const declarations = new Map<string, number>();
    const declarationOf = ({ op, extension }: Operation) => {
      const outputs = Object.entries(extension?.outputs ?? {}).map(([id, type]) => [
        id,
        { type: typeOf(type) },
      ]);
      const own = extension && { extension: extension.name, outputValueSockets: Object.fromEntries(outputs) };
      const key = JSON.stringify({ op, ...own });
      declarations.set(key, declarations.get(key) ?? declarations.size);
      return declarations.get(key);
    };
    const nodes = operations.map((operation) => {
      const { configuration = {}, values = {}, flows = {} } = operation;
      return {
        declaration: declarationOf(operation),
        ...whole('configuration', configuration, (value, name) => ({
          value: [value].flat().map((one) => (name === TYPE ? typeOf(one as Signature) : one)),
        })),
        ...whole('values', values, (value) =>
          'from' in value
            ? { node: at.get(value.from), socket: value.socket ?? 'value' }
            : { type: typeOf(value.type), value: value.value },
        ),
        ...whole('flows', flows, (next) => ({ node: at.get(next) })),
      };
    });
    const variables = this.#flags.map((isRaised) => ({ type: typeOf('bool'), value: [isRaised] }));
    return {
      types: types.map((signature) => ({ signature })),
      ...(variables.length > 0 && { variables }),
      declarations: [...declarations.keys()].map((key) => JSON.parse(key)),
      nodes,
    };
  }
}

/** A member with the converted entries of an object; none for an empty one. */
function whole<From, To>(
  name: string,
  entries: Readonly<Record<string, From>>,
  convert: (value: From, key: string) => To,
): object {
  const converted = Object.entries(entries).map(([key, value]) => [key, convert(value, key)]);
  return converted.length > 0 ? { [name]: Object.fromEntries(converted) } : {};
}

/** Operations in an order in which values come before their readers, and flows lead onward only. */
function inOrder(events: readonly Operation[]): Operation[] {
  const seen = new Set<Operation>();
  const values: Operation[] = [];
  const last: Operation[] = [];
  const visit = (operation: Operation) => {
    if (seen.has(operation)) {
      return;
    }
    seen.add(operation);
    for (const value of Object.values(operation.values ?? {})) {
      if ('from' in value) {
        visit(value.from);
      }
    }
    for (const next of Object.values(operation.flows ?? {})) {
      visit(next);
    }
    (operation.flows || isAction(operation) ? last : values).push(operation);
  };
  for (const event of [...events].reverse()) {
    visit(event);
  }
  return [...values, ...last.reverse()];
}

/** Whether an operation does something when a flow reaches it; the others only compute values. */
function isAction({ op }: Operation): boolean {
  return !/^(math|variable\/get|pointer\/get)/.test(op);
}
