import type { Material } from '@diorama/shared/scene/document.ts';
import { useEffect, useRef } from 'react';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import type { PreviewForm } from '../../scene-queries.ts';

/** Preview of a material on a sphere or cube. `size` is in CSS pixels. */
export function MaterialPreview({
  material,
  size,
  form = 'sphere',
}: {
  material: Material;
  size: number;
  form?: PreviewForm;
}) {
  const painter = useSignalValue(useEditor().painter);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(
    () => (canvas.current && painter ? painter.follow(canvas.current, material, form) : undefined),
    [painter, material, form],
  );
  const pixels = size * 2;
  return (
    <canvas
      ref={canvas}
      width={pixels}
      height={pixels}
      className="shrink-0 rounded-round data-[form=cube]:rounded-none"
      data-form={form}
      style={{ width: size, height: size }}
    />
  );
}
