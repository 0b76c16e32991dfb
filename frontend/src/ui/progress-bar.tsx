import { Progress } from '@chakra-ui/react'

interface ProgressBarProps {
  /** What progresses, for those who hear it. */
  label: string
  /** 0 to 100 */
  percent: number
  size?: 'xs' | 'sm'
  palette?: string | undefined
}

/** How much of something is done. */
export function ProgressBar({ label, percent, size = 'sm', palette }: ProgressBarProps) {
  return (
    <Progress.Root value={percent} size={size} {...(palette ? { colorPalette: palette } : {})}>
      <Progress.Track aria-label={label}>
        <Progress.Range />
      </Progress.Track>
    </Progress.Root>
  )
}
