import { expect, it } from 'vitest';
import { embedCode } from './embed-code.ts';

it('embedCode keeps a hostile name inside the title', () => {
  const code = embedCode('https://d.test/embed/1?a=1&b=2', '"><script>alert(1)</script>\'');
  expect(code).toContain('title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;"');
  expect(code).toContain('src="https://d.test/embed/1?a=1&amp;b=2"');
  expect(code.match(/</g)).toHaveLength(2);
});

it('embedCode has a size in pixels or fills the available width', () => {
  const url = 'https://d.test/embed/1';
  expect(embedCode(url, 'Chair')).toContain('width="960" height="540" style="border:0;max-width:100%"');
  expect(embedCode(url, 'Chair', { width: 4, height: 3, isResponsive: true })).toContain(
    'style="border:0;width:100%;aspect-ratio:4/3"',
  );
});
