'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { getIdentity } from '@/site/identity'
import { keepEntitled } from '@/site/keep-entitled'

/** Shows nothing. The server makes the article again when the reader’s access has changed. */
export function Entitled({ until }: { until: number }) {
  const { refresh } = useRouter()
  useEffect(() => keepEntitled(getIdentity(), until, refresh), [until, refresh])
  return null
}
