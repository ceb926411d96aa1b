/** What three's readers of USD make of a layer; its types leave them out. */
declare module 'three/addons/loaders/usd/USDAParser.js' {
  export class USDAParser {
    parseData(text: string): { specsByPath: Record<string, { fields: Record<string, unknown> }> };
    _extractPrimData(
      data: Record<string, unknown>,
      path: string,
      fields: Record<string, unknown>,
      ...others: unknown[]
    ): void;
  }
}

declare module 'three/addons/loaders/usd/USDCParser.js' {
  export class USDCParser {
    parseData(bytes: ArrayBuffer): { specsByPath: Record<string, { fields: Record<string, unknown> }> };
  }
}

declare module 'three/addons/loaders/usd/USDComposer.js' {
  import type { Group } from 'three';
  export class USDComposer {
    compose(
      layer: { specsByPath: Record<string, { fields: Record<string, unknown> }> },
      assets?: unknown,
      variants?: unknown,
      path?: string,
    ): Group;
  }
}
