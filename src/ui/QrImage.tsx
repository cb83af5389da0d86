import { QRCodeSVG } from 'qrcode.react'

const LOGO = { src: '/favicon.svg', width: 56, height: 56, excavate: true }

type Props = { value: string; label: string; size: number; logo: boolean }

/** Load it through QrCode. Level Q still reads with the logo over its middle. */
export function QrImage({ value, label, size, logo }: Props) {
  return (
    <QRCodeSVG
      value={value}
      size={size}
      level="Q"
      marginSize={0}
      bgColor="#ffffff"
      fgColor="#0e1726"
      title={label}
      imageSettings={logo ? LOGO : undefined}
      role="img"
      aria-label={label}
      className="paint block size-full"
    />
  )
}
