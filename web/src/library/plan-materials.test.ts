import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { planMaterials } from './plan-materials.ts';

const zip = (name: string, ...entries: string[]) => ({
  path: name,
  file: new File(
    [zipSync(Object.fromEntries(entries.map((entry) => [entry, strToU8(entry)]))).slice()],
    name,
  ),
});
const picture = (path: string) => ({ path, file: new File(['x'], path.split('/').at(-1) ?? '') });
const planned = async (...files: ReturnType<typeof picture>[]) => {
  const { materials, unused, pictureless } = await planMaterials(files);
  return {
    materials: materials.map(({ name, maps }) => [name, Object.keys(maps).toSorted()]),
    unused: unused.map(({ name }) => name),
    pictureless: pictureless.map(({ name }) => name),
  };
};

describe('files given for materials', () => {
  it('may be a vendor archive with scenes and documents beside its pictures', async () => {
    const wood = zip(
      'Wood066_2K-JPG.zip',
      'Wood066.png',
      'Wood066_2K-JPG.usdc',
      'Wood066_2K-JPG.mtlx',
      'Wood066_2K-JPG_Color.jpg',
      'Wood066_2K-JPG_NormalGL.jpg',
      'Wood066_2K-JPG_NormalDX.jpg',
      '__MACOSX/._Wood066_2K-JPG_Color.jpg',
    );
    expect(await planned(wood)).toEqual({
      materials: [['Wood066', ['color', 'normal']]],
      unused: ['Wood066.png', 'Wood066_2K-JPG_NormalDX.jpg'],
      pictureless: [],
    });
    const brick = zip(
      'red_brick_1k.blend.zip',
      'textures/red_brick_diff_1k.jpg',
      'textures/red_brick_nor_gl_1k.exr',
      'red_brick_1k.blend',
    );
    expect(await planned(brick)).toEqual({
      materials: [['Red brick', ['color']]],
      unused: ['red_brick_nor_gl_1k.exr'],
      pictureless: [],
    });
  });

  it('form a separate set per folder and archive', async () => {
    expect(
      await planned(
        zip('oak.zip', 'color.png', 'normal.png'),
        zip('steel.zip', 'color.png', 'normal.png'),
        picture('stone/color.png'),
        picture('stone/normal.png'),
        picture('stone/.DS_Store'),
      ),
    ).toEqual({
      materials: ['Oak', 'Steel', 'Stone'].map((name) => [name, ['color', 'normal']]),
      unused: [],
      pictureless: [],
    });
  });

  it('are reported as unused when they are not pictures', async () => {
    expect(await planned(picture('read me.pdf'))).toEqual({
      materials: [],
      unused: ['read me.pdf'],
      pictureless: [],
    });
  });

  it.each([
    ['archives without a picture', zip('papers.zip', 'read me.pdf')],
    ['nested archives', zip('all.zip', 'oak.zip', 'oak_color.png')],
    ['a file that is not an archive', picture('broken.ZIP')],
  ])('are reported as pictureless for %s', async (_, file) => {
    expect(await planned(file)).toEqual({ materials: [], unused: [], pictureless: [file.path] });
  });
});
