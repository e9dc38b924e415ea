/** Whether the page is being put on paper. A browser prints what stands there when its word has gone round: no later. */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

export function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const draw = ({ type }: Event) => flushSync(() => setIsPrinting(type === 'beforeprint'));
    window.addEventListener('beforeprint', draw);
    window.addEventListener('afterprint', draw);
    return () => {
      window.removeEventListener('beforeprint', draw);
      window.removeEventListener('afterprint', draw);
    };
  }, []);
  return isPrinting;
}
