import { ChevronDown } from 'lucide-react';
import { IconButton } from '../../../components/button/icon-button.tsx';
import classes from './values.module.css';

/** Button that opens and closes the details of a row. */
export function FoldButton({
  label,
  isOpen,
  onToggle,
}: {
  label: string;
  isOpen: boolean;
  onToggle: () => void;
}) {
  return (
    <IconButton
      size="small"
      label={label}
      aria-expanded={isOpen}
      className={classes.fold}
      icon={<ChevronDown size={16} aria-hidden="true" />}
      onClick={onToggle}
    />
  );
}
