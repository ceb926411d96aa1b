import { expect, it } from 'vitest';
import { embedCode } from './embed-code.ts';

it('keeps a hostile name inside of the title', () => {
  const code = embedCode('https://d.test/embed/1?a=1&b=2', '"><script>alert(1)</script>\'');
  expect(code).toContain('title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;"');
  expect(code).toContain('src="https://d.test/embed/1?a=1&amp;b=2"');
  expect(code.match(/</g)).toHaveLength(2);
});
