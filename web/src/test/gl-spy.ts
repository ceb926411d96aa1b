/** WebGL calls since the last query. */
export type GlCounts = {
  /** Linked programs: each causes a noticeable pause. */
  programs: number;
  draws: number;
  /** Uploads to textures, without render targets. */
  uploads: number;
};

type Spied = { [K in keyof WebGL2RenderingContext]: WebGL2RenderingContext[K] };

const DRAWS = ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced'] as const;
const UPLOADS = ['texImage2D', 'texSubImage2D', 'texSubImage3D', 'compressedTexSubImage2D'] as const;

/** Counts the calls of every WebGL context from now on; the returned function reads and resets the counts. */
export function spyOnGl(): () => GlCounts {
  let counts: GlCounts = { programs: 0, draws: 0, uploads: 0 };
  const prototype = WebGL2RenderingContext.prototype;
  wrap(prototype, 'linkProgram', () => {
    counts.programs += 1;
  });
  for (const name of DRAWS) {
    wrap(prototype, name, () => {
      counts.draws += 1;
    });
  }
  for (const name of UPLOADS) {
    wrap(prototype, name, (args) => {
      // The last argument is the data; without it the call only allocates.
      counts.uploads += typeof args.at(-1) === 'object' && args.at(-1) !== null ? 1 : 0;
    });
  }
  return () => {
    const taken = counts;
    counts = { programs: 0, draws: 0, uploads: 0 };
    return taken;
  };
}

function wrap(prototype: Spied, name: keyof WebGL2RenderingContext, tell: (args: unknown[]) => void): void {
  const own: unknown = Reflect.get(prototype, name);
  if (typeof own !== 'function') {
    throw new Error(`WebGL knows no ${name}`);
  }
  Reflect.set(prototype, name, function counted(this: unknown, ...args: unknown[]): unknown {
    tell(args);
    return own.apply(this, args);
  });
}
