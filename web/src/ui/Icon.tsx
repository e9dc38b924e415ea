/** The line icons of the interface, on a 24-unit grid with one stroke width, in the colour of the surrounding text. */
const lines = {
  menu: 'M4 7h16M4 12h16M4 17h10',
  close: 'M6 6l12 12M18 6L6 18',
  refresh: 'M20 11a8 8 0 1 0-1.6 6M20 5v6h-6',
  home: 'M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c1.2-3.6 4-5.5 7.5-5.5s6.3 1.9 7.5 5.5',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5v-5M9 19.5v-5',
  accessibility:
    'M12 6.2a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2zM4.5 8.5c5 1.4 10 1.4 15 0M12 9.6v4.6M12 14.2L8.8 21M12 14.2l3.2 6.8',
  login: 'M13 4h5a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-5M4 12h11M11 8l4 4-4 4',
  logout: 'M11 4H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h5M9 12h11M16 8l4 4-4 4',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.4 9.4a2.7 2.7 0 1 1 3.7 2.5c-.8.4-1.1.9-1.1 1.8M12 16.8v.1',
  download: 'M12 4v11M7.5 10.5L12 15l4.5-4.5M5 20h14',
  console: 'M4 5h16v14H4zM8 10l3 2.5L8 15M13 15h3',
  pin: 'M12 21c4-4.2 6.5-7.5 6.5-10.8a6.5 6.5 0 0 0-13 0C5.5 13.5 8 16.8 12 21zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20',
  chevronDown: 'M6 9l6 6 6-6',
  chevronRight: 'M9 6l6 6-6 6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  eyeOff:
    'M4 4l16 16M9.5 5.9A9.6 9.6 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.8 3.5M6 7.7A16.5 16.5 0 0 0 2.5 12S6 18.5 12 18.5a9.3 9.3 0 0 0 4-.9M10 10a3 3 0 0 0 4 4',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5M12 7.6v.1',
  warning: 'M12 4L2.8 19.5h18.4zM12 10v4.5M12 17v.1',
  danger: 'M8.2 3h7.6L21 8.2v7.6L15.8 21H8.2L3 15.8V8.2zM12 7.5v6M12 16.4v.1',
  extreme: 'M12 1.8L22.2 12 12 22.2 1.8 12zM9.8 7.5v5.5M14.2 7.5v5.5M9.8 16.4v.1M14.2 16.4v.1',
  offline:
    'M4 4l16 16M8.5 15.5a5 5 0 0 1 6-.8M5.5 12.2a9.5 9.5 0 0 1 4-2.4M2.5 9A14 14 0 0 1 7 6.2M13 9.6a9.5 9.5 0 0 1 5.5 2.6M11 5.5A14 14 0 0 1 21.5 9M12 19v.1',
  raindrop: 'M12 3.5c3.3 4 5.5 7 5.5 10a5.5 5.5 0 0 1-11 0c0-3 2.2-6 5.5-10z',
  wind: 'M3 9h11a2.7 2.7 0 1 0-2.5-3.7M3 13h15.5a2.7 2.7 0 1 1-2.5 3.7M3 17h7.5a2.2 2.2 0 1 1-2 3',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  thermometer: 'M10 13.6V5.5a2 2 0 1 1 4 0v8.1a4 4 0 1 1-4 0zM12 17.5V9',
  star: 'M12 3.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8L12 16.9l-5.2 2.7 1-5.8-4.2-4.1 5.8-.8z',
  share: 'M12 14.5V3.5M8 7l4-3.8L16 7M6 11H5v9.5h14V11h-1',
  list: 'M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4 6.5v.1M4 12v.1M4 17.5v.1',
  dial: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7.5V12l3 2',
  locate: 'M12 18a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3',
  speaker: 'M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11',
  play: 'M8 5.5v13l10.5-6.5z',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  stepBack: 'M15.5 6l-6 6 6 6M6.5 6v12',
  stepOn: 'M8.5 6l6 6-6 6M17.5 6v12',
  bell: 'M6 16.5c1.2-1.3 1.5-3 1.5-5.5a4.5 4.5 0 0 1 9 0c0 2.5.3 4.2 1.5 5.5zM10 19.5a2 2 0 0 0 4 0M12 4.5v2',
  pencil:
    'M4.5 19.5l1-4.2L16.2 4.6a1.6 1.6 0 0 1 2.2 0l1 1a1.6 1.6 0 0 1 0 2.2L8.7 18.5zM14 6.8l3.2 3.2',
  grip: 'M9 6v.1M15 6v.1M9 12v.1M15 12v.1M9 18v.1M15 18v.1',
  trend: 'M3.5 17l6-6 4 4 7-7.5M15.5 7.5h5v5',
} as const;

export type IconName = keyof typeof lines;

interface IconProps {
  name: IconName;
  /** In rem, so that it grows with the text. */
  size?: number;
  className?: string | undefined;
  /** The accessible name, needed only where no text says the same. */
  label?: string;
}

export function Icon({ name, size = 1.5, className, label }: IconProps) {
  return (
    <svg
      className={className}
      width={`${size}rem`}
      height={`${size}rem`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      overflow="visible"
      role="img"
      aria-label={label}
      aria-hidden={label ? undefined : true}
      focusable="false"
    >
      <path d={lines[name]} />
    </svg>
  );
}
