/** What WebGL was asked to do since the counts were taken last. */
export type GlCounts = {
  /** Programs that were linked: each costs a pause that people feel. */
  programs: number;
  draws: number;
  /** Pictures and other data that were sent to textures; what is drawn into is not sent. */
  uploads: number;
};

type Spied = { [K in keyof WebGL2RenderingContext]: WebGL2RenderingContext[K] };

const DRAWS = ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced'] as const;
const UPLOADS = ['texImage2D', 'texSubImage2D', 'texSubImage3D', 'compressedTexSubImage2D'] as const;

/** Counts the calls of every WebGL context from now on; the result gives the counts and starts anew. */
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
      // The last argument is what is sent; without it there is only room made for a picture.
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
