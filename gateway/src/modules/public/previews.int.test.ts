import { describe, expect, it } from 'vitest';
import { useDraft } from '../../test/published.ts';

describe('previews and embeds of published scenes', () => {
  const draft = useDraft();
  const { fixture, patch, page, local, complete } = draft;

  it('have an escaped title and a picture, and no picture when locked', async () => {
    expect(await page()).toContain('<title>Diorama</title>');
    await patch({ privacy: 'public', status: 'published', description: '"><script>alert(1)</script>' });
    await complete();
    const html = await page();
    expect(html).toContain('<title>Chair &#60;b&#62; · Diorama</title>');
    expect(html).toContain('property="og:image"');
    expect(html).not.toContain('<script>alert');
    for (const tag of ['width" content="1280"', 'height" content="720"', 'type" content="image/jpeg"']) {
      expect(html).toContain(`property="og:image:${tag}`);
    }
    expect(html).toMatch(/property="og:image" content="[^"]*\/thumbnail\.jpg"/);
    await patch({ privacy: 'password', password: 'secret' });
    expect(html).toMatch(/data-frame="scene"><img class="scene-poster" src="[^"]*\/thumbnail\.jpg"/);
    expect(html).toContain('<h1>Chair &#60;b&#62;</h1>');
    const locked = await page();
    expect(locked).not.toContain('og:image');
    expect(locked).not.toContain('scene-poster');
    expect(locked).toContain('<h1>Chair &#60;b&#62;</h1>');
    expect(locked).not.toContain('og:description');
  });

  it('use a default description in the language of the page or else of the reader', async () => {
    await patch({ privacy: 'public', status: 'published' });
    await complete();
    const describedIn = async (path: string, language: string) => {
      const { url } = fixture.harness;
      const answer = await fetch(`${url}${path}/view/${draft.id}`, {
        headers: { 'accept-language': language },
      });
      return /og:description" content="([^"]*)"/.exec(await answer.text())?.[1];
    };
    expect(await describedIn('', 'en-US,es;q=0.5')).toMatch(/^A 3D scene by /);
    expect(await describedIn('', 'es-MX')).toMatch(/^Una escena 3D de /);
    expect(await describedIn('/es', 'en')).toMatch(/^Una escena 3D de /);
    await patch({ description: 'Oak' });
    expect(await describedIn('', 'es')).toBe('Oak');
  });

  it('preload the poster from the address that page and embed show', async () => {
    await patch({ privacy: 'public', status: 'published' });
    await complete();
    const { json } = await fixture.harness.call('GET', `/api/public/scenes/${draft.id}`);
    const link = `<link rel="preload" as="image" href="${json.thumbnail}" />`;
    for (const path of ['/view', '/embed']) {
      const answer = await fetch(`${fixture.harness.url}${path}/${draft.id}`);
      expect(await answer.text(), path).toContain(link);
      const { origin } = new URL(String(json.thumbnail));
      expect(answer.headers.get('content-security-policy'), path).toMatch(
        new RegExp(`img-src [^;]*${RegExp.escape(origin)}`),
      );
    }
    await patch({ privacy: 'password', password: 'secret' });
    expect(await page()).not.toContain('rel="preload"');
  });

  it('keep every character of the name', async () => {
    await patch({ name: "100 $& $` $' $$", privacy: 'public', status: 'published' });
    await complete();
    expect(await page()).toContain('<title>100 $&#38; $` $&#39; $$ · Diorama</title>');
  });

  it('are available by oEmbed, without a picture when locked', async () => {
    const oembed = (address: string, more = '') =>
      fixture.harness.call('GET', `/oembed?url=${encodeURIComponent(address)}${more}`);
    const address = `${fixture.harness.deps.env.publicUrl}/es/view/${draft.id}`;
    expect((await oembed(address)).status).toBe(404);
    await patch({ privacy: 'public', status: 'published' });
    await complete();
    const found = /type="application\/json\+oembed" href="([^"]+)"/.exec(await page())?.[1] ?? '';
    const linked = await fetch(local(found.replaceAll('&#38;', '&').replaceAll('&amp;', '&')));
    expect([linked.status, linked.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    const shown = await oembed(address, '&maxwidth=480&maxheight=1000');
    expect(shown.json).toMatchObject({ type: 'rich', title: 'Chair <b>', width: 480, height: 270 });
    expect(shown.json.html).toContain(`/embed/${draft.id}" title="Chair &lt;b&gt;" width="480" height="270"`);
    expect((await fetch(local(shown.json.thumbnail_url))).status).toBe(200);
    for (const other of [
      `https://elsewhere.test/view/${draft.id}`,
      `${fixture.harness.deps.env.publicUrl}/builder/${draft.id}`,
      'x',
      '//',
    ]) {
      expect((await oembed(other)).status, other).toBe(404);
    }
    expect((await oembed(address, '&format=json')).status).toBe(200);
    for (const format of ['xml', 'jsonp']) {
      const { status, json } = await oembed(address, `&format=${format}`);
      expect([status, json.description], format).toEqual([501, 'oembed.format']);
    }
    await patch({ privacy: 'password', password: 'secret' });
    expect((await oembed(address)).json.thumbnail_url).toBeUndefined();
  });

  it('can be framed only by the named origins, and pages by none', async () => {
    await patch({
      privacy: 'public',
      status: 'published',
      sharing: { embedOrigins: ['https://shop.example', "x'; script-src *"] },
    });
    await complete();
    const policy = async (path: string) =>
      (await fetch(`${fixture.harness.url}${path}/${draft.id}`)).headers.get('content-security-policy');
    expect(await policy('/embed')).toContain('frame-ancestors https://shop.example');
    expect(await policy('/embed')).not.toContain('script-src *');
    expect(await policy('/view')).toContain("frame-ancestors 'none'");
  });
});
