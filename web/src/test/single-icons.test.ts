import { describe, expect, it } from 'vitest';
import { singleIcons } from '../../single-icons.ts';

const transform = singleIcons().transform as (code: string) => { code: string } | null;

describe('Icons', () => {
  it('are imported one by one, by whatever name they have, with the rest left as it was', () => {
    const code =
      'import { X, TriangleAlert as Alert, createLucideIcon } from "lucide-react";\nuse(X, Alert);';
    expect(transform(code)?.code).toBe(
      "import X from 'lucide-react/icons/x'; import Alert from 'lucide-react/icons/triangle-exclamation-point'; " +
        "import { createLucideIcon } from 'lucide-react';\nuse(X, Alert);",
    );
  });

  it('are not looked for where nobody imports any', () => {
    expect(transform('import { X } from "./icons.ts";')).toBeNull();
  });
});
