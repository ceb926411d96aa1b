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
 * Lets a context that was lost free only what it has made since. What it had made before went with it, but three.js hears
 * of everything that is disposed of for good, and asks to free that as well, which a browser complains about each time.
 */
export function freeOwnOnly(context: WebGL2RenderingContext): void {
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
