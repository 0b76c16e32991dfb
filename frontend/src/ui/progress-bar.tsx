import { Box } from '@chakra-ui/react'

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
    <Box
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      h={size === 'xs' ? '1.5' : '2'}
      borderRadius="full"
      bg="bg.muted"
      overflow="hidden"
      {...(palette ? { colorPalette: palette } : {})}
    >
      <Box h="full" bg="colorPalette.solid" transition="width 0.2s" style={{ width: `${percent}%` }} />
    </Box>
  )
}
