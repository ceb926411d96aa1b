import { isNoticed } from '../api/client.ts';
import { useToast } from '../components/toast/toast.tsx';
import { useErrorText } from './use-error-text.ts';

/** Tells by a toast what went wrong, unless a notice of the whole product tells it already. */
export function useTellError(): (error: unknown) => void {
  const toast = useToast();
  const errorText = useErrorText();
  return (error) => {
    if (!isNoticed(error)) {
      toast({ kind: 'error', text: errorText(error) });
    }
  };
}
