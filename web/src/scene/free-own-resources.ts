type Frees = { [K in keyof WebGL2RenderingContext]: WebGL2RenderingContext[K] };

const KINDS = [
  'Buffer',
  'Framebuffer',
  'Program',
  'Renderbuffer',
  'Sampler',
  'Shader',
  'Texture',
  'VertexArray',
] as const;

/**
 * Lets a restored context free only objects created since its loss. Older ones are gone, but three.js still frees them
 * when they are disposed of, and the browser logs a warning each time.
 */
export function freeOwnResources(context: WebGL2RenderingContext): void {
  const frees: Frees = context;
  for (const kind of KINDS) {
    const [free, isOwn]: [unknown, unknown] = [frees[`delete${kind}`], frees[`is${kind}`]];
    if (typeof free === 'function' && typeof isOwn === 'function') {
      Reflect.set(context, `delete${kind}`, (object: unknown) => {
        if (isOwn.call(context, object) === true) {
          free.call(context, object);
        }
      });
    }
  }
}
