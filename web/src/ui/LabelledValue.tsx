/** A value with its name in an `aria-label`; cheaper to paint than visually hidden text beside every value. */
interface LabelledValueProps {
  name: string;
  className?: string | undefined;
  /** The formatted value. */
  children: string;
  /** The value as screen readers say it, where the visible one leaves out its unit. */
  spoken?: string | undefined;
}

export function LabelledValue({
  name,
  className,
  children,
  spoken = children,
}: LabelledValueProps) {
  return (
    <span className={className} role="img" aria-label={`${name} ${spoken}`}>
      {children}
    </span>
  );
}
