import { type DragEvent, useState } from 'react';
import { hasFiles } from '../files/read-dropped-files.ts';

/** Accepts files dropped on the element with `dropProps`; they are readable only during `onDrop`. */
export function useFileDrop(onDrop: (data: DataTransfer) => void) {
  const [isOver, setIsOver] = useState(false);
  const dropProps = {
    onDragOver: (event: DragEvent) => {
      if (hasFiles(event.dataTransfer)) {
        event.preventDefault();
        setIsOver(true);
      }
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) {
        setIsOver(false);
      }
    },
    onDrop: (event: DragEvent) => {
      setIsOver(false);
      if (hasFiles(event.dataTransfer)) {
        event.preventDefault();
        onDrop(event.dataTransfer);
      }
    },
  };
  return { isOver, dropProps };
}
