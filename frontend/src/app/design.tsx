import { Box, Heading, Stack } from '@chakra-ui/react'
import { Page, Section } from '@/ui/page'
import type { Specimen } from '@/ui/specimen'

/** Every file beside a part that shows it. */
export const specimens = import.meta.glob<Record<'specimens', Specimen[]>>('../**/*.design.tsx', { eager: true })

const partOf = (file: string) => file.replace(/^.*\/(.*)\.design\.tsx$/, '$1')

/** Every part in every state on one page; in development builds only. */
export default function Design() {
  return (
    <Page title="Design" lead="Every part in every state: look at it light and dark, in both languages, from 320 to 1920 pixels." width="8xl">
      {Object.entries(specimens).map(([file, { specimens: shown }]) => (
        <Section key={file} title={partOf(file)}>
          <Stack gap="6">
            {shown.map(({ name, show: Show }) => (
              <Stack key={name} gap="2">
                <Heading as="h3" textStyle="label" color="fg.muted">
                  {name}
                </Heading>
                <Box>
                  <Show />
                </Box>
              </Stack>
            ))}
          </Stack>
        </Section>
      ))}
    </Page>
  )
}
