//! Connections from an address of one's choice. All of 127.0.0.0/8 belongs to this machine (on Linux), so that one process
//! can be many visitors.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};

use socket2::{Domain, Socket, Type};
use ureq::unversioned::transport::{
    Buffers, ConnectionDetails, Connector, LazyBuffers, NextTimeout, Transport,
};

use super::PATIENCE;

/// A connection from this address, whose answers do not take for ever.
pub fn connect(source: Ipv4Addr, to: SocketAddr) -> io::Result<TcpStream> {
    assert!(source.is_loopback() && to.ip().is_loopback(), "nobody else is bothered");
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    socket.bind(&SocketAddr::from((source, 0)).into())?;
    socket.connect(&to.into())?;
    let stream = TcpStream::from(socket);
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Lets `ureq` connect from an address.
#[derive(Debug)]
pub struct From(pub Ipv4Addr);

impl Connector for From {
    type Out = Line;

    fn connect(
        &self,
        details: &ConnectionDetails,
        _: Option<()>,
    ) -> Result<Option<Line>, ureq::Error> {
        let stream = connect(self.0, details.addrs[0])?;
        let config = &details.config;
        let buffers = LazyBuffers::new(config.input_buffer_size(), config.output_buffer_size());
        Ok(Some(Line { stream, buffers }))
    }
}

/// A plain connection.
#[derive(Debug)]
pub struct Line {
    stream: TcpStream,
    buffers: LazyBuffers,
}

impl Transport for Line {
    fn buffers(&mut self) -> &mut dyn Buffers {
        &mut self.buffers
    }

    fn transmit_output(&mut self, amount: usize, _: NextTimeout) -> Result<(), ureq::Error> {
        Ok(self.stream.write_all(&self.buffers.output()[..amount])?)
    }

    fn await_input(&mut self, _: NextTimeout) -> Result<bool, ureq::Error> {
        let amount = self.stream.read(self.buffers.input_append_buf())?;
        self.buffers.input_appended(amount);
        Ok(amount > 0)
    }

    fn is_open(&mut self) -> bool {
        // No connection is used a second time.
        false
    }
}
