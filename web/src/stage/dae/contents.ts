import type { SourceContents } from '../source-contents.ts';

/** Counts what a Collada contains, once it has been tidied. */
export function contentsOfDae(xml: Document): SourceContents {
  const byId = new Map([...xml.querySelectorAll('[id]')].map((element) => [element.id, element]));
  const targets = (kind: string, attribute: string, within: Iterable<Element>) =>
    [...within].flatMap((element) =>
      [...element.getElementsByTagName(kind)].flatMap(
        (one) => byId.get((one.getAttribute(attribute) ?? '').substring(1)) ?? [],
      ),
    );
  const materials = targets('instance_material', 'target', [xml.documentElement]);
  const effects = new Set(targets('instance_effect', 'url', materials));
  const pictures = [...effects].flatMap((effect) => picturesOf(effect, byId));
  const isAnimated = [...xml.getElementsByTagName('animation')].some(isMoving);
  return { pictures, animations: isAnimated ? 1 : 0 };
}

/** A texture names a sampler, which names a surface, which names an image; some tools name the image at once. */
function picturesOf(effect: Element, byId: ReadonlyMap<string, Element>): string[] {
  const params = new Map(
    [...effect.getElementsByTagName('newparam')].map((param) => [param.getAttribute('sid') ?? '', param]),
  );
  const textIn = (element: Element | undefined, kind: string) =>
    element?.getElementsByTagName(kind)[0]?.textContent?.trim() ?? '';
  return [...effect.getElementsByTagName('texture')].flatMap((texture) => {
    const named = texture.getAttribute('texture') ?? '';
    const surface = params.get(textIn(params.get(named), 'source'));
    const image = byId.get(surface ? textIn(surface, 'init_from') : named);
    const file = image?.nodeName === 'image' ? textIn(image, 'init_from') : '';
    return file === '' || file.startsWith('data:') ? [] : [file];
  });
}

/** Whether the output of one of its samplers has different values. */
function isMoving(animation: Element): boolean {
  return [...animation.getElementsByTagName('input')]
    .filter((input) => input.getAttribute('semantic') === 'OUTPUT')
    .some((input) => {
      const source = animation.querySelector(
        `[id="${CSS.escape(input.getAttribute('source')?.substring(1) ?? '')}"]`,
      );
      const numbers = source?.getElementsByTagName('float_array')[0]?.textContent?.trim().split(/\s+/) ?? [];
      const accessor = source?.getElementsByTagName('accessor')[0];
      const stride = Number(accessor?.getAttribute('stride') ?? 1);
      return numbers.some((value, i) => i >= stride && value !== numbers[i - stride]);
    });
}
