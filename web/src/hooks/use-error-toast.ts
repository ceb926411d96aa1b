import { isNoticed } from '../api/client.ts';
import { useToast } from '../components/toast/toast.tsx';
import { useErrorText } from './use-error-text.ts';

/** Shows an error in a toast, unless an application-wide notice already shows it. */
export function useErrorToast(): (error: unknown) => void {
  const toast = useToast();
  const errorText = useErrorText();
  return (error) => {
    if (!isNoticed(error)) {
      toast({ kind: 'error', text: errorText(error) });
    }
  };
}
